import type { EngineKind, EngineProblem } from "../contracts/engine.ts";

/** What a person calls each engine. */
export const ENGINE_LABEL: Readonly<Record<EngineKind, string>> = {
  webcontainer: "WebContainer",
  local: "local engine",
  tab: "engine in this tab",
};

const RELOAD = "Reload this tab to try again; your files are kept.";

export const notIsolated: EngineProblem = {
  kind: "not-isolated",
  message:
    "This page is not cross-origin isolated, so the browser does not let it share memory with the engine. Serve it with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp, and if it is embedded, give the frame the cross-origin-isolated permission.",
};

export const noSharedMemory: EngineProblem = {
  kind: "no-shared-memory",
  message:
    "This browser has no shared memory (SharedArrayBuffer), which the engine needs. Use a current Chrome, Edge, Firefox or Safari, or switch off settings that block it.",
};

export const noServiceWorker: EngineProblem = {
  kind: "no-service-worker",
  message:
    "This browser does not allow service workers here, so servers of the project cannot be shown. Private windows of Firefox block them: use a normal window, or allow site data for this page.",
};

export function unreachable(kind: EngineKind, origin: string): EngineProblem {
  const next =
    kind === "local"
      ? "The server on your machine may have ended: start it again with npm start, then try again."
      : "Check the network, and whether a firewall, a content blocker or a privacy setting stops this address, then try again.";
  return { kind: "unreachable", message: `The ${ENGINE_LABEL[kind]} at ${origin} does not answer. ${next}` };
}

export function bootTimeout(kind: EngineKind, origin: string, seconds: number): EngineProblem {
  return {
    kind: "boot-timeout",
    seconds,
    message: `The ${ENGINE_LABEL[kind]} at ${origin} answers but did not start within ${seconds} seconds. Its page may be blocked by a content blocker, by blocked third-party cookies, or because it does not accept this address. ${RELOAD}`,
  };
}

export const reloadNeeded: EngineProblem = {
  kind: "refused",
  message: `The engine did not start before, and this page cannot ask a second time. ${RELOAD}`,
};

export const otherEngineNeedsReload: EngineProblem = {
  kind: "refused",
  message: "This page is bound to the engine that it started first. Reload this tab to use another one.",
};

export const alreadyBooted: EngineProblem = {
  kind: "refused",
  message: "This page has an engine already. Stop it before another one is started.",
};

export const stopped: EngineProblem = {
  kind: "failed",
  message: "The start of the engine was stopped.",
};

export function bootFailed(kind: EngineKind, error: unknown): EngineProblem {
  const reason = error instanceof Error ? error.message : String(error);
  return /memory/i.test(reason)
    ? outOfMemory(reason)
    : { kind: "failed", message: `The ${ENGINE_LABEL[kind]} refused to start: ${reason}` };
}

export function engineLost(kind: EngineKind, reason: string): EngineProblem {
  if (/out of memory|memory limit|allocation failed/i.test(reason)) return outOfMemory(reason);
  return {
    kind: "engine-lost",
    message: `The ${ENGINE_LABEL[kind]} is gone. ${reason} Programs that ran in it have ended; your files are kept. Start it again.`,
  };
}

function outOfMemory(reason: string): EngineProblem {
  return {
    kind: "out-of-memory",
    message: `The engine ran out of memory (${reason}). Close other tabs or run fewer programs at once, then start it again.`,
  };
}
