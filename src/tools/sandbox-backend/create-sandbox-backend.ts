import { fail, type Result, succeed } from "../../base/result.ts";
import type { EngineCapabilities } from "../../contracts/engine-capabilities.ts";
import type {
  CommandOptions,
  CommandProblem,
  CommandResult,
  ExecutionBackend,
} from "../../contracts/execution-backend.ts";
import { pathInProject } from "../../contracts/path-in-project.ts";
import { shellQuote } from "../../shell/public.ts";
import type { SandboxLike } from "./sandbox-like.ts";
import { sandboxFiles } from "./sandbox-files.ts";

export interface SandboxBackendOptions {
  /** What is known of the container, over cautious defaults. */
  readonly capabilities?: Partial<EngineCapabilities>;
}

const DEFAULTS: EngineCapabilities = {
  node: "full",
  packageInstall: true,
  git: true,
  shell: "bash-compatible",
  terminal: false,
  separateErrorOutput: true,
  backgroundProcesses: false,
  servers: false,
  memoryReport: false,
  nativePrograms: true,
  isolation: "container",
  keepsFiles: true,
  servesOwnDisk: false,
};

/** Exit code of a wrapped command whose own limit struck. */
const LIMIT_STRUCK = 124;

/** A container's folder as a backend. What the container's `exec` throws becomes a problem, never an exception. */
export function createSandboxBackend(
  sandbox: SandboxLike,
  projectRoot = "/workspace",
  options: SandboxBackendOptions = {},
): ExecutionBackend {
  return {
    projectRoot,
    hostFs: false,
    capabilities: { ...DEFAULTS, ...options.capabilities },
    ...sandboxFiles(sandbox, projectRoot),
    run: (command, how) => runInSandbox(sandbox, projectRoot, command, how),
    start: async () =>
      fail({
        kind: "not-supported",
        message: "A sandbox that only runs commands cannot keep one in the background.",
      }),
  };
}

async function runInSandbox(
  sandbox: SandboxLike,
  root: string,
  command: string,
  options: CommandOptions = {},
): Promise<Result<CommandResult, CommandProblem>> {
  const inside = pathInProject(root, options.cwd ?? root);
  if (!inside.ok) return fail({ kind: "outside-project", message: inside.problem.message });
  const cwd = inside.value === "" ? root : `${root}/${inside.value}`;
  const budget = options.budgetMs === undefined ? undefined : Math.ceil(options.budgetMs / 1000);
  const started = performance.now();
  try {
    const ran = await raced(
      sandbox.exec(
        scriptOf(command, cwd, budget, options),
        options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs },
      ),
      options.signal,
    );
    const durationMs = performance.now() - started;
    if (ran === undefined) {
      return succeed({
        stdout: "",
        stderr: "",
        exitCode: 130,
        stoppedBy: "signal",
        merged: false,
        durationMs,
      });
    }
    if (ran.stdout !== "") options.onOutput?.({ stream: "stdout", text: ran.stdout });
    if (ran.stderr !== "") options.onOutput?.({ stream: "stderr", text: ran.stderr });
    const struck = ran.exitCode === LIMIT_STRUCK && budget !== undefined && durationMs >= budget * 1000 - 500;
    return succeed({
      ...ran,
      merged: false,
      durationMs,
      ...(struck ? { stoppedBy: "budget" as const } : {}),
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return fail({ kind: "cannot-start", message });
  }
}

/** Every part that is not the command itself is quoted: a folder's name is data. */
function scriptOf(command: string, cwd: string, budget: number | undefined, options: CommandOptions): string {
  const exports = Object.entries(options.env ?? {}).map(
    ([name, value]) => `export ${name}=${shellQuote(value)}`,
  );
  const run = `sh -c ${shellQuote(command)}`;
  const limited =
    budget === undefined
      ? run
      : `if command -v timeout >/dev/null 2>&1; then timeout -k 2 ${budget} ${run}; else ${run}; fi`;
  const fed =
    options.stdin === undefined
      ? `{ ${limited}; } </dev/null`
      : `printf %s ${shellQuote(options.stdin)} | { ${limited}; }`;
  return [`cd -- ${shellQuote(cwd)} || exit 126`, ...exports, fed].join("\n");
}

/** `undefined` when the signal came first; the container's command then ends by its own limit. */
function raced<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value | undefined> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
