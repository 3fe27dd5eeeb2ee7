import { z } from "zod/mini";
import type { PreviewMessage } from "../contracts/engine.ts";

const LONGEST_TEXT = 20_000;

const text = z.pipe(
  z.string(),
  z.transform((value: string) => value.slice(0, LONGEST_TEXT)),
);
const place = { port: z.int(), pathname: text, search: z.optional(text), hash: z.optional(text) };

const messageSchema = z.discriminatedUnion("type", [
  z.object({
    ...place,
    type: z.literal("PREVIEW_CONSOLE_ERROR"),
    args: z.array(z.unknown()),
    stack: z.optional(text),
  }),
  z.object({
    ...place,
    type: z.literal("PREVIEW_UNCAUGHT_EXCEPTION"),
    message: text,
    stack: z.optional(text),
  }),
  z.object({
    ...place,
    type: z.literal("PREVIEW_UNHANDLED_REJECTION"),
    message: text,
    stack: z.optional(text),
  }),
]);

/** What a page in a preview reported; `undefined` for anything else. */
export function parsePreviewMessage(foreign: unknown): PreviewMessage | undefined {
  const parsed = messageSchema.safeParse(foreign);
  if (!parsed.success) return undefined;
  const { data } = parsed;
  const origin = {
    port: data.port,
    path: data.pathname + (data.search ?? "") + (data.hash ?? ""),
    ...(data.stack !== undefined && { stack: data.stack }),
  };
  switch (data.type) {
    case "PREVIEW_CONSOLE_ERROR":
      return {
        ...origin,
        kind: "console-error",
        message: data.args.map(shown).join(" ").slice(0, LONGEST_TEXT),
      };
    case "PREVIEW_UNCAUGHT_EXCEPTION":
      return { ...origin, kind: "uncaught-exception", message: data.message };
    case "PREVIEW_UNHANDLED_REJECTION":
      return { ...origin, kind: "unhandled-rejection", message: data.message };
  }
}

function shown(argument: unknown): string {
  if (typeof argument === "string") return argument;
  try {
    return JSON.stringify(argument) ?? String(argument);
  } catch {
    return "[a value that cannot be shown]";
  }
}
