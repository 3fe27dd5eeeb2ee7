import { z } from "zod/mini";
import { fail, type Result, succeed } from "../base/result.ts";

/** Where the page that served the IDE tells what it offers. Same origin only. */
export const HOST_INFO_PATH = "/tabwright/host.json";

/** Under this path, followed by a provider's name, the server forwards model calls and adds the key that it holds. Same origin only. */
export const MODEL_PROXY_PATH = "/tabwright/models/";

const hostInfoSchema = z.object({
  version: z.literal(1),
  engine: z.object({
    kind: z.enum(["webcontainer", "local", "tab"]),
    /** The origin that answers `/headless`; absent for the hosted runtime's own. */
    origin: z.optional(z.string()),
    /** Handed to the engine page through the client's `configureAPIKey`. */
    sessionKey: z.optional(z.string()),
    /** How processes are kept apart from the machine, such as `none` or `bwrap`. */
    launcher: z.optional(z.string()),
  }),
  /** Folders of the engine that the person named when the server was started. */
  folders: z.array(z.object({ workdirName: z.string(), label: z.string() })),
  /** Providers whose key the server holds. */
  proxiedProviders: z.array(z.enum(["anthropic", "openai", "google", "openai-compatible"])),
});

/** What a server tells the IDE that it serves. A static host has no such file: the IDE then uses its defaults. */
export type HostInfo = z.infer<typeof hostInfoSchema>;

/** Reads the answer of `HOST_INFO_PATH`; the problem is one sentence that names the first wrong field. */
export function parseHostInfo(foreign: unknown): Result<HostInfo, string> {
  const parsed = hostInfoSchema.safeParse(foreign);
  if (parsed.success) return succeed(parsed.data);
  const [issue] = parsed.error.issues;
  return fail(
    `The server's description is wrong at "${issue?.path.join(".") ?? ""}": ${issue?.message ?? ""}`,
  );
}
