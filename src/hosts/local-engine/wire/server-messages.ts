import { z } from "zod/mini";

/** The version of the client library whose protocol the engine page speaks. */
export const CLIENT_VERSION = "1.6.4";

/** Where the engine page asks for the secret of this start of the server. */
export const SESSION_PATH = "/session";
export const CONNECT_PATH = "/connect";
export const BULK_PATH = "/bulk/";
export const PAGE_SCRIPT_PATH = "/engine/main.js";
export const SOCKET_PROTOCOL = "tabwright";

/** The server's answer under `SESSION_PATH`. */
export interface SessionGrant {
  readonly secret: string;
  /** The only origin that the page may answer. */
  readonly ideOrigin: string;
}

const previewErrors = z.union([z.boolean(), z.literal("exceptions-only")]);
/** Which errors of previews the client wants to hear about. */
export type PreviewErrors = z.infer<typeof previewErrors>;

export const previewScriptSchema = z.object({
  source: z.string(),
  type: z.optional(z.enum(["module", "importmap"])),
  defer: z.optional(z.boolean()),
  async: z.optional(z.boolean()),
});
export type PreviewScript = z.infer<typeof previewScriptSchema>;

/** Text messages of the page to the server; binary ones go on to the agent. */
export const pageMessageSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("preview-errors"), wanted: previewErrors }),
  z.object({ kind: z.literal("preview-script"), id: z.number(), script: previewScriptSchema }),
  z.object({ kind: z.literal("teardown") }),
]);
export type PageMessage = z.infer<typeof pageMessageSchema>;

/** Text messages of the server to the page. */
export type ServerMessage =
  | { readonly kind: "hello"; readonly session: string; readonly previewHost: string }
  | { readonly kind: "preview-script-set"; readonly id: number }
  | { readonly kind: "preview-message"; readonly message: PreviewReport };

const place = {
  previewId: z.string().check(z.maxLength(64)),
  pathname: z.string(),
  search: z.string(),
  hash: z.string(),
};
/** What the script in a preview reports. The names are those of the client library. */
export const previewReportSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("PREVIEW_CONSOLE_ERROR"),
    args: z.array(z.unknown()),
    stack: z.string(),
    ...place,
  }),
  z.object({
    type: z.literal("PREVIEW_UNCAUGHT_EXCEPTION"),
    message: z.string(),
    stack: z.optional(z.string()),
    ...place,
  }),
  z.object({
    type: z.literal("PREVIEW_UNHANDLED_REJECTION"),
    message: z.string(),
    stack: z.optional(z.string()),
    ...place,
  }),
]);
export type PreviewReport = z.infer<typeof previewReportSchema> & { readonly port: number };
