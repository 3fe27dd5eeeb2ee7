import { fail } from "../../base/result.ts";
import { backendInMemory } from "../../contracts/backend-in-memory.ts";
import type { ExecutionBackend, FileProblem } from "../../contracts/execution-backend.ts";
import type { ProjectFile } from "../../contracts/shared-project.ts";

/** The files of a project that nobody trusted yet: they can be read, and nothing of them runs or changes. */
export function untrustedFiles(files: readonly ProjectFile[]): ExecutionBackend {
  const kept = backendInMemory(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])));
  const refuse = async (path: string) => fail<FileProblem>(notTrusted(path));
  return { ...kept, writeFile: refuse, makeDirectory: refuse, rename: refuse, remove: refuse };
}

function notTrusted(path: string): FileProblem {
  return {
    kind: "not-permitted",
    path,
    message:
      "The project came from a link and is not trusted yet, so it is only shown. Trust it to change files.",
  };
}
