import { fail, type Result, succeed } from "../../base/result.ts";
import type { DirectoryEntry, ExecutionBackend, FileProblem } from "../../contracts/execution-backend.ts";
import { pathInProject } from "../../contracts/path-in-project.ts";
import { shellQuote } from "../../shell/public.ts";
import type { SandboxExecResult, SandboxLike } from "./sandbox-like.ts";

type FileMethods = Required<
  Pick<
    ExecutionBackend,
    "readFile" | "writeFile" | "readDirectory" | "makeDirectory" | "rename" | "remove" | "stat" | "realPath"
  >
>;

/** What a script says by its exit code. */
const SAID: Readonly<Record<number, readonly [FileProblem["kind"], string]>> = {
  40: ["not-found", "does not exist"],
  41: ["is-directory", "is a folder"],
  42: ["not-directory", "is not a folder"],
  43: ["outside-project", "leads outside the project"],
  44: ["already-exists", "exists already"],
};

/** Longest piece of a file in one command: a single argument of a process may have 128 KiB. */
const PIECE_CHARS = 96_000;

export function sandboxFiles(sandbox: SandboxLike, root: string): FileMethods {
  const ask = (path: string, script: (absolute: string) => string): Promise<Result<string, FileProblem>> =>
    asked(sandbox, root, path, script);
  return {
    readFile: async (path) => {
      const encoded = await ask(path, () => `${EXISTS}\n[ -d "$p" ] && exit 41\nbase64 < "$p"`);
      return encoded.ok
        ? succeed(Uint8Array.from(atob(encoded.value.replace(/\s/g, "")), codeOfByte))
        : encoded;
    },
    writeFile: (path, bytes) => writeFile(ask, path, bytes),
    readDirectory: async (path) => {
      const listed = await ask(path, () => `${EXISTS}\n[ -d "$p" ] || exit 42\n${LIST}`);
      return listed.ok ? succeed(entriesOf(listed.value)) : listed;
    },
    makeDirectory: async (path) =>
      done(await ask(path, () => `[ -e "$p" ] && [ ! -d "$p" ] && exit 44\nmkdir -p -- "$p"`)),
    rename: (from, to) => rename(ask, root, from, to),
    remove: async (path, options) =>
      done(
        await ask(
          path,
          () =>
            `[ -e "$p" ] || [ -L "$p" ] || exit 40\nif [ -d "$p" ] && [ ! -L "$p" ]; then ${options?.recursive === true ? 'rm -r -- "$p"' : "exit 41"}; else rm -- "$p"; fi`,
        ),
      ),
    stat: async (path) => {
      const told = await ask(
        path,
        () =>
          `${EXISTS}\nif [ -d "$p" ]; then echo "directory 0"; elif [ -f "$p" ]; then echo "file $(wc -c < "$p")"; else echo "other 0"; fi`,
      );
      if (!told.ok) return told;
      const [kind = "other", size = "0"] = told.value.trim().split(/\s+/);
      return succeed({
        kind: kind === "file" || kind === "directory" ? kind : "other",
        sizeBytes: Number(size),
      });
    },
    realPath: async (path) => {
      const real = await ask(path, () => `${EXISTS}\nreadlink -f -- "$p"`);
      return real.ok ? succeed(real.value.replace(/\n$/, "")) : real;
    },
  };
}

type Ask = (path: string, script: (absolute: string) => string) => Promise<Result<string, FileProblem>>;

const EXISTS = '[ -e "$p" ] || exit 40';
/** Names are told apart by slashes, which no name can hold. */
const LIST = `for f in "$p"/* "$p"/.[!.]* "$p"/..?*; do
[ -e "$f" ] || [ -L "$f" ] || continue
if [ -d "$f" ]; then k=d; elif [ -f "$f" ]; then k=f; else k=o; fi
printf '%s%s/' "$k" "\${f##*/}"
done`;

/** Refuses what leads out of the project through links, in the container itself and in the same command. */
function guarded(root: string, absolute: string, script: string): string {
  return `p=${shellQuote(absolute)}
root=$(readlink -f -- ${shellQuote(root)})
a=$p
while [ ! -e "$a" ] && [ "$a" != / ]; do a=$(dirname -- "$a"); done
r=$(readlink -f -- "$a")
case "$r/" in "$root"/*) ;; *) exit 43;; esac
${script}`;
}

async function asked(
  sandbox: SandboxLike,
  root: string,
  path: string,
  script: (absolute: string) => string,
): Promise<Result<string, FileProblem>> {
  const inside = pathInProject(root, path);
  if (!inside.ok) return inside;
  const absolute = inside.value === "" ? root : `${root}/${inside.value}`;
  let ran: SandboxExecResult;
  try {
    ran = await sandbox.exec(guarded(root, absolute, script(absolute)));
  } catch (error) {
    return fail({ kind: "failed", path, message: error instanceof Error ? error.message : String(error) });
  }
  if (ran.exitCode === 0) return succeed(ran.stdout);
  const [kind, what] = SAID[ran.exitCode] ?? ["failed", `could not be used: ${ran.stderr.trim()}`];
  return fail({ kind, path, message: `"${path}" ${what}.` });
}

/** Sends the bytes in pieces to a file beside the target, which then takes its place. */
async function writeFile(
  ask: Ask,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<undefined, FileProblem>> {
  const encoded = base64(bytes);
  const token = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16)).join("");
  const beside = `"$(dirname -- "$p")/.tabwright-${token}"`;
  const first = await ask(
    path,
    () => `[ -d "$p" ] && exit 41\nmkdir -p -- "$(dirname -- "$p")" && : > ${beside}`,
  );
  if (!first.ok) return first;
  for (let at = 0; at < encoded.length; at += PIECE_CHARS) {
    const piece = encoded.slice(at, at + PIECE_CHARS);
    const sent = await ask(path, () => `printf %s '${piece}' | base64 -d >> ${beside}`);
    if (sent.ok) continue;
    await ask(path, () => `rm -f -- ${beside}`);
    return sent;
  }
  // A link keeps being one: its target gets the bytes. The mode of a file that exists stays.
  const placed = await ask(
    path,
    () =>
      `t=$p; [ -L "$p" ] && t=$(readlink -f -- "$p")\nif [ -e "$t" ]; then cp -p -- "$t" ${beside}.new && cat ${beside} > ${beside}.new && mv -f -- ${beside}.new "$t" && rm -f -- ${beside}; else mv -- ${beside} "$t"; fi`,
  );
  return done(placed);
}

async function rename(
  ask: Ask,
  root: string,
  from: string,
  to: string,
): Promise<Result<undefined, FileProblem>> {
  const target = pathInProject(root, to);
  if (!target.ok) return target;
  // Asked on its own, so that the target's links are judged too.
  const free = await ask(
    to,
    () => `if [ -e "$p" ] || [ -L "$p" ]; then exit 44; fi\nmkdir -p -- "$(dirname -- "$p")"`,
  );
  if (!free.ok) return free;
  const destination = shellQuote(`${root}/${target.value}`);
  return done(await ask(from, () => `[ -e "$p" ] || [ -L "$p" ] || exit 40\nmv -n -- "$p" ${destination}`));
}

function done(answer: Result<string, FileProblem>): Result<undefined, FileProblem> {
  return answer.ok ? succeed() : answer;
}

function entriesOf(listed: string): DirectoryEntry[] {
  return listed
    .split("/")
    .filter((entry) => entry !== "")
    .map((entry) => ({
      name: entry.slice(1),
      kind: entry.startsWith("d") ? "directory" : entry.startsWith("f") ? "file" : "other",
    }));
}

function codeOfByte(character: string): number {
  return character.charCodeAt(0);
}

/** In pieces of a whole number of triples, so that the joined text decodes as one. */
function base64(bytes: Uint8Array): string {
  let text = "";
  const step = 24_576;
  for (let at = 0; at < bytes.length; at += step)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + step)));
  return text;
}
