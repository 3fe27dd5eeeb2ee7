import { type Disposable, DisposableStore, disposable } from "../../../base/disposable.ts";
import { Emitter, type Subscribable } from "../../../base/emitter.ts";
import type { Engine, EngineStatus } from "../../../contracts/engine.ts";
import type { HostInfo } from "../../../contracts/host-info.ts";
import { serveBackend } from "../../../engine/backend-link.ts";

/** The engine of one project on this page, through all its restarts. */
export interface EngineSession extends Disposable {
  status(): EngineStatus;
  engine(): Engine | undefined;
  /** Told after every change of status or engine. */
  readonly changed: Subscribable<EngineStatus>;
  start(): Promise<void>;
  /** Tears the engine down and boots it again with the same project. */
  restart(reason: string): Promise<void>;
  /** A port that leads to the running engine's backend, for a worker; `undefined` while none runs. The caller owns the port. */
  backendPort(): MessagePort | undefined;
}

export function createEngineSession(hostInfo: HostInfo, workdirName: string): EngineSession {
  return new Session(hostInfo, workdirName);
}

class Session implements EngineSession {
  readonly changed = new Emitter<EngineStatus>();
  readonly #hostInfo: HostInfo;
  readonly #workdirName: string;
  readonly #stop = new AbortController();
  #status: EngineStatus = { state: "not-started" };
  #engine: Engine | undefined;
  #running: DisposableStore | undefined;

  constructor(hostInfo: HostInfo, workdirName: string) {
    this.#hostInfo = hostInfo;
    this.#workdirName = workdirName;
  }

  status(): EngineStatus {
    return this.#status;
  }

  engine(): Engine | undefined {
    return this.#engine;
  }

  async start(): Promise<void> {
    if (this.#running || this.#stop.signal.aborted) return;
    const running = new DisposableStore();
    this.#running = running;
    const { bootEngine } = await import("../../../engine/boot-engine.ts");
    if (running.disposed) return;
    const booted = await bootEngine({
      hostInfo: this.#hostInfo,
      workdirName: this.#workdirName,
      signal: this.#stop.signal,
      onStatus: (status) => {
        // "Ready" is told below, once the engine can be asked for.
        if (status.state !== "ready") this.#tell(status);
      },
    });
    if (!booted.ok) {
      this.#running = undefined;
      if (!this.#stop.signal.aborted) this.#tell({ state: "cannot-start", problem: booted.problem });
      return;
    }
    const engine = running.add(booted.value);
    if (running.disposed) return;
    running.add(
      engine.lost.subscribe((problem) => {
        this.#release();
        this.#tell({ state: "lost", problem });
      }),
    );
    this.#engine = engine;
    this.#tell({ state: "ready", capabilities: engine.capabilities });
  }

  async restart(reason: string): Promise<void> {
    this.#release();
    this.#tell({ state: "restarting", reason });
    await this.start();
  }

  backendPort(): MessagePort | undefined {
    if (!this.#engine || !this.#running) return undefined;
    const { port1, port2 } = new MessageChannel();
    this.#running.add(serveBackend(this.#engine.backend, port1));
    this.#running.add(disposable(() => port1.close()));
    return port2;
  }

  dispose(): void {
    this.#stop.abort();
    this.#release();
    this.changed.dispose();
  }

  #release(): void {
    const running = this.#running;
    this.#running = undefined;
    this.#engine = undefined;
    running?.dispose();
  }

  #tell(status: EngineStatus): void {
    this.#status = status;
    this.changed.emit(status);
  }
}
