import type { EngineKind, EngineProblem } from "../contracts/engine.ts";
import { noServiceWorker, noSharedMemory, notIsolated, unreachable } from "./engine-problem.ts";

const REACH_MS = 6_000;

/** What the hosted runtime needs of the browser before anything of it can be asked. The other engines need a reachable address only. */
const NEEDS_SHARED_MEMORY: ReadonlySet<EngineKind> = new Set(["webcontainer"]);

/**
 * Looks for what would keep an engine from starting, without starting it: the client's own start never fails,
 * it only never ends, and can be tried once. No problem means that starting is worth a try.
 */
export async function preflight(
  kind: EngineKind,
  origin: string,
  signal: AbortSignal,
): Promise<readonly EngineProblem[]> {
  const problems: EngineProblem[] = [];
  if (NEEDS_SHARED_MEMORY.has(kind)) {
    if (!globalThis.crossOriginIsolated) problems.push(notIsolated);
    else if (typeof SharedArrayBuffer === "undefined") problems.push(noSharedMemory);
    if (!("serviceWorker" in navigator)) problems.push(noServiceWorker);
  }
  if (!(await answers(origin, signal))) problems.push(unreachable(kind, origin));
  return problems;
}

/** An opaque answer of any status is an answer. */
async function answers(origin: string, signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(`${origin}/headless`, {
      mode: "no-cors",
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.any([signal, AbortSignal.timeout(REACH_MS)]),
    });
    return true;
  } catch {
    return false;
  }
}
