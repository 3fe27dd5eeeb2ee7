import type { z } from "zod/mini";
import type { Disposable } from "../base/disposable.ts";
import { fail, type Result, succeed } from "../base/result.ts";
import type { EngineClient } from "./engine-client.ts";
import {
  type RequestListener,
  type RunnerAnswer,
  RunnerConnection,
  type RunnerRefusal,
} from "./runner-connection.ts";
import type { RunnerFacts } from "./runner-frames.ts";
import type { RunnerRequest } from "./runner-wire.ts";

const PING_EVERY_MS = 5_000;
/** A runner that does not answer a ping for so many looks is ended and started again. */
const SILENT_LOOKS = 4;
const LOOK_EVERY_MS = 5_000;
/** More restarts than this within the span mean that the engine does not hold a runner. */
const RESTARTS = 5;
const RESTART_SPAN_MS = 60_000;

interface RunnerOwner {
  /** No runner can be had any more. */
  onGivenUp(refusal: RunnerRefusal): void;
  /** Something went wrong inside the runner that no request was told. */
  onTrouble(message: string): void;
}

/** The one runner of an engine, started again whenever it ends. Requests made meanwhile wait for the next one. */
export class ResidentRunner implements Disposable {
  readonly facts: RunnerFacts;
  readonly #client: EngineClient;
  readonly #owner: RunnerOwner;
  #connection: Promise<Result<RunnerConnection, RunnerRefusal>>;
  #name: string;
  #restarts: number[] = [];
  #disposed = false;
  #pinger: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    client: EngineClient,
    owner: RunnerOwner,
    name: string,
    first: { readonly connection: RunnerConnection; readonly facts: RunnerFacts },
  ) {
    this.#client = client;
    this.#owner = owner;
    this.#name = name;
    this.facts = first.facts;
    this.#connection = Promise.resolve(succeed(first.connection));
    this.#watchOver(first.connection);
  }

  static async start(
    client: EngineClient,
    owner: RunnerOwner,
  ): Promise<Result<ResidentRunner, RunnerRefusal>> {
    const runner = newName();
    const opened = await RunnerConnection.open(client, { runner }, (message) => owner.onTrouble(message));
    return opened.ok ? succeed(new ResidentRunner(client, owner, runner, opened.value)) : opened;
  }

  async request(request: RunnerRequest, listener?: RequestListener): Promise<OpenRequest> {
    const connection = await this.#connection;
    if (!connection.ok) return { id: 0, answer: Promise.resolve(connection), connection: undefined };
    return { ...connection.value.request(request, listener), connection: connection.value };
  }

  async ask<Value>(
    request: RunnerRequest,
    schema: z.ZodMiniType<Value>,
  ): Promise<Result<Value, RunnerRefusal>> {
    const connection = await this.#connection;
    return connection.ok ? connection.value.ask(request, schema) : connection;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    clearTimeout(this.#pinger);
    void this.#connection.then((connection) => connection.ok && connection.value.dispose());
  }

  #watchOver(connection: RunnerConnection): void {
    this.#pinger = setTimeout(() => void this.#ping(connection), PING_EVERY_MS);
    void connection.ended.then(() => {
      clearTimeout(this.#pinger);
      if (!this.#disposed) this.#connection = this.#restart();
    });
  }

  async #ping(connection: RunnerConnection): Promise<void> {
    const { answer } = connection.request({ op: "ping" });
    let silentLooks = 0;
    let lookedAt = performance.now();
    // A page that was asleep wakes to one late look, which alone proves nothing.
    const looks = setInterval(() => {
      silentLooks = connection.lastHeardAt >= lookedAt ? 0 : silentLooks + 1;
      lookedAt = performance.now();
      if (silentLooks >= SILENT_LOOKS) connection.dispose();
    }, LOOK_EVERY_MS);
    await answer;
    clearInterval(looks);
    if (!this.#disposed && !connection.gone)
      this.#pinger = setTimeout(() => void this.#ping(connection), PING_EVERY_MS);
  }

  async #restart(): Promise<Result<RunnerConnection, RunnerRefusal>> {
    const now = performance.now();
    this.#restarts = [...this.#restarts.filter((at) => now - at < RESTART_SPAN_MS), now];
    if (this.#restarts.length > RESTARTS)
      return this.#giveUp({
        code: "GONE",
        message: `The engine's runner ended ${RESTARTS} times within a minute.`,
      });
    const previous = this.#name;
    this.#name = newName();
    const opened = await RunnerConnection.open(this.#client, { runner: this.#name, previous }, (message) =>
      this.#owner.onTrouble(message),
    );
    if (!opened.ok) return this.#giveUp(opened.problem);
    if (this.#disposed) opened.value.connection.dispose();
    else this.#watchOver(opened.value.connection);
    return succeed(opened.value.connection);
  }

  #giveUp(refusal: RunnerRefusal): Result<never, RunnerRefusal> {
    if (!this.#disposed) this.#owner.onGivenUp(refusal);
    return fail(refusal);
  }
}

export interface OpenRequest {
  readonly id: number;
  readonly answer: Promise<RunnerAnswer>;
  /** The runner that has the request: what belongs to it must be sent to no other. */
  readonly connection: RunnerConnection | undefined;
}

function newName(): string {
  return `tw${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}`;
}
