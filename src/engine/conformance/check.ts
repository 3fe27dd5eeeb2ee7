import type { Result } from "../../base/result.ts";
import type { Engine } from "../../contracts/engine.ts";
import type { EngineCapabilities } from "../../contracts/engine-capabilities.ts";
import type { CommandOptions, CommandResult, ExecutionBackend } from "../../contracts/execution-backend.ts";

/** One promise of an engine, said as a sentence. */
export interface Check {
  readonly name: string;
  /** Whether an engine with these capabilities has to keep the promise. Every engine does, if nothing is said. */
  readonly applies?: (capabilities: EngineCapabilities) => boolean;
  /** Why it was skipped, where it is not for the lack of a capability. */
  readonly skippedBecause?: string;
  /** Throws what went wrong. */
  readonly run: (scene: Scene) => Promise<void>;
}

export interface CheckGroup {
  readonly group: string;
  readonly checks: readonly Check[];
}

/** Where a check plays: a folder of its own that is removed afterwards. */
export interface Scene {
  readonly engine: Engine;
  readonly backend: ExecutionBackend;
  /** Relative to the project root. */
  readonly folder: string;
}

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export function valueOf<Value>(
  result: Result<Value, { readonly kind: string; readonly message: string }>,
): Value {
  if (result.ok) return result.value;
  throw new Error(`${result.problem.kind}: ${result.problem.message}`);
}

export function isEqual(actual: unknown, expected: unknown): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== wanted) throw new Error(`expected ${shortened(wanted)}, got ${shortened(found)}`);
}

export function isTrue(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

export function isProblem(
  result: Result<unknown, { readonly kind: string }>,
  ...kinds: readonly string[]
): void {
  if (result.ok) throw new Error(`expected the problem ${kinds.join(" or ")}, but it succeeded`);
  if (!kinds.includes(result.problem.kind))
    throw new Error(`expected the problem ${kinds.join(" or ")}, got ${JSON.stringify(result.problem)}`);
}

export async function write(
  { backend, folder }: Scene,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<string> {
  const path = `${folder}/${name}`;
  valueOf(await backend.writeFile(path, typeof content === "string" ? bytesOf(content) : content));
  return path;
}

export async function read({ backend, folder }: Scene, name: string): Promise<string> {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    valueOf(await backend.readFile(`${folder}/${name}`)),
  );
}

/** Runs in the scene's folder. */
export async function run(
  { backend, folder }: Scene,
  command: string,
  options: CommandOptions = {},
): Promise<CommandResult> {
  return valueOf(await backend.run(command, { cwd: folder, ...options }));
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const WAIT_LIMIT_MS = 20_000;

/** Waits until it holds, and throws when that takes too long. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_LIMIT_MS;
  while (!(await holds())) {
    if (performance.now() > deadline)
      throw new Error(`what was waited for did not happen within ${WAIT_LIMIT_MS / 1_000} seconds`);
    await pause(25);
  }
}

function shortened(text: string | undefined): string {
  const whole = text ?? "undefined";
  return whole.length > 400
    ? `${whole.slice(0, 300)} … ${whole.slice(-80)} (${whole.length} characters)`
    : whole;
}
