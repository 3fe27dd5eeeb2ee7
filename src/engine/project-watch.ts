import { type Disposable, disposable } from "../base/disposable.ts";
import type { FileChange } from "../contracts/execution-backend.ts";
import { GENERATED_FOLDERS } from "../contracts/project-tree.ts";
import type { EngineClient } from "./engine-client.ts";
import type { ProjectFiles } from "./project-files.ts";

const COALESCE_MS = 50;

/** Collects what the client tells about changes and gives it on in groups. */
export function watchProject(
  client: EngineClient,
  files: ProjectFiles,
  listener: (changes: readonly FileChange[]) => void,
): Disposable {
  const pending = new Map<string, "rename" | "change">();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const tell = async (): Promise<void> => {
    timer = undefined;
    const events = [...pending];
    pending.clear();
    const exists = await files.existing(events.map(([path]) => path));
    if (stopped) return;
    listener(
      events.map(([path, event], index): FileChange => {
        if (!exists[index]) return { kind: "deleted", path };
        return { kind: event === "rename" ? "created" : "modified", path };
      }),
    );
  };
  const watcher = client.fs.watch(".", { recursive: true }, (event, name) => {
    const path = normalPath(typeof name === "string" ? name : new TextDecoder().decode(name));
    if (path === undefined) return;
    if (pending.get(path) !== "rename") pending.set(path, event);
    timer ??= setTimeout(() => void tell(), COALESCE_MS);
  });
  return disposable(() => {
    stopped = true;
    clearTimeout(timer);
    watcher.close();
  });
}

/** `undefined` for what is not watched. */
function normalPath(name: string): string | undefined {
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length === 0 || parts.includes("..") || parts.some((part) => GENERATED_FOLDERS.has(part)))
    return undefined;
  return parts.join("/");
}
