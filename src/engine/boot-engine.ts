import { configureAPIKey, WebContainer } from "@webcontainer/api";
import { fail, type Result, succeed } from "../base/result.ts";
import type { Engine, EngineKind, EngineProblem, EngineStatus } from "../contracts/engine.ts";
import type { HostInfo } from "../contracts/host-info.ts";
import { engineOver } from "./booted-engine.ts";
import {
  alreadyBooted,
  bootFailed,
  bootTimeout,
  otherEngineNeedsReload,
  reloadNeeded,
  stopped,
} from "./engine-problem.ts";
import { preflight } from "./preflight.ts";

const HOSTED_ORIGIN = "https://stackblitz.com";
const BOOT_DEADLINE_MS = 45_000;

export interface BootOptions {
  /** Without it the hosted runtime is used. */
  readonly hostInfo?: HostInfo;
  /** Names the project's folder inside the engine. */
  readonly workdirName: string;
  readonly signal: AbortSignal;
  readonly deadlineMs?: number;
  onStatus(status: EngineStatus): void;
  /** Trouble inside the engine that nobody asked about, for a log. */
  onTrouble?(message: string): void;
}

/** A page can have one engine at a time, from one origin for its whole life. */
const page: {
  boundTo?: string;
  state: "free" | "taken" | "reload-needed";
} = { state: "free" };

/**
 * Boots the engine that the host names. Statuses tell how far it is and, later, that it was lost.
 * After the engine is disposed the same page can boot again. After a `boot-timeout`, and for another engine, the page must be loaded again.
 */
export async function bootEngine(options: BootOptions): Promise<Result<Engine, EngineProblem>> {
  const host = options.hostInfo?.engine;
  const kind: EngineKind = host?.kind ?? "webcontainer";
  const origin = host?.origin ?? HOSTED_ORIGIN;
  const refusal = refusalOf(`${origin} ${host?.sessionKey ?? ""}`);
  if (refusal) return cannotStart(options, refusal);
  page.state = "taken";
  const since = Date.now();
  options.onStatus({ state: "starting", stage: "checking", since });
  const [problem] = await preflight(kind, origin, options.signal);
  if (problem || options.signal.aborted) {
    page.state = "free";
    return cannotStart(options, problem && !options.signal.aborted ? problem : stopped);
  }
  options.onStatus({ state: "starting", stage: "booting", since });
  const client = await bootClient(kind, origin, host?.sessionKey, options);
  if (!client.ok) return cannotStart(options, client.problem);
  options.onStatus({ state: "starting", stage: "preparing", since });
  const engine = await engineOver(client.value, kind, {
    ...(host?.launcher !== undefined && { launcher: host.launcher }),
    onTrouble: (message) => options.onTrouble?.(message),
  });
  const owned = owning(engine);
  if (options.signal.aborted) {
    owned.dispose();
    return cannotStart(options, stopped);
  }
  engine.lost.subscribe((lost) => options.onStatus({ state: "lost", problem: lost }));
  options.onStatus({ state: "ready", capabilities: engine.capabilities });
  return succeed(owned);
}

function refusalOf(address: string): EngineProblem | undefined {
  if (page.state === "reload-needed") return reloadNeeded;
  if (page.state === "taken") return alreadyBooted;
  return page.boundTo !== undefined && page.boundTo !== address ? otherEngineNeedsReload : undefined;
}

/** The page is free for another boot when the engine is disposed. */
function owning(engine: Engine): Engine {
  let disposed = false;
  return {
    ...engine,
    dispose() {
      if (disposed) return;
      disposed = true;
      engine.dispose();
      page.state = "free";
    },
  };
}

async function bootClient(
  kind: EngineKind,
  origin: string,
  sessionKey: string | undefined,
  options: BootOptions,
): Promise<Result<WebContainer, EngineProblem>> {
  const deadlineMs = options.deadlineMs ?? BOOT_DEADLINE_MS;
  if (page.boundTo === undefined) {
    page.boundTo = `${origin} ${sessionKey ?? ""}`;
    Object.assign(globalThis, { WEBCONTAINER_API_IFRAME_URL: origin });
    if (sessionKey !== undefined) configureAPIKey(sessionKey);
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clock = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, deadlineMs, "late");
  });
  const aborted = new Promise<"aborted">((resolve) =>
    options.signal.addEventListener("abort", () => resolve("aborted"), { once: true }),
  );
  const booting = WebContainer.boot({
    workdirName: options.workdirName,
    coep: "require-corp",
    forwardPreviewErrors: true,
  });
  try {
    const booted = await Promise.race([booting, clock, aborted]);
    if (typeof booted !== "string") return succeed(booted);
    // The client stays in the middle of its start, which cannot be taken back.
    page.state = "reload-needed";
    booting.then(
      (late) => late.teardown(),
      () => {},
    );
    return fail(booted === "aborted" ? stopped : bootTimeout(kind, origin, Math.round(deadlineMs / 1_000)));
  } catch (error) {
    page.state = "free";
    return fail(bootFailed(kind, error));
  } finally {
    clearTimeout(timer);
  }
}

function cannotStart(options: BootOptions, problem: EngineProblem): Result<Engine, EngineProblem> {
  options.onStatus({ state: "cannot-start", problem });
  return fail(problem);
}
