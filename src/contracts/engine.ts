import type { Disposable } from "../base/disposable.ts";
import type { Subscribable } from "../base/emitter.ts";
import type { Result } from "../base/result.ts";
import type { EngineCapabilities } from "./engine-capabilities.ts";
import type { ExecutionBackend } from "./execution-backend.ts";

/** Which `/headless` host answers. Only for names and addresses: behaviour is asked of `EngineCapabilities`. */
export type EngineKind = "webcontainer" | "local" | "tab";

export type EngineProblem =
  | { readonly kind: "not-isolated"; readonly message: string }
  | { readonly kind: "no-shared-memory"; readonly message: string }
  | { readonly kind: "no-service-worker"; readonly message: string }
  | { readonly kind: "unreachable"; readonly message: string }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "boot-timeout"; readonly message: string; readonly seconds: number }
  | { readonly kind: "engine-lost"; readonly message: string }
  | { readonly kind: "out-of-memory"; readonly message: string }
  | { readonly kind: "not-supported"; readonly message: string }
  | { readonly kind: "failed"; readonly message: string };

/** The life of an engine as a person sees it. */
export type EngineStatus =
  | { readonly state: "not-started" }
  | {
      readonly state: "starting";
      readonly stage: "checking" | "booting" | "preparing";
      readonly since: number;
    }
  | { readonly state: "ready"; readonly capabilities: EngineCapabilities }
  | { readonly state: "restarting"; readonly reason: string }
  | { readonly state: "lost"; readonly problem: EngineProblem }
  | { readonly state: "cannot-start"; readonly problem: EngineProblem };

export interface OpenPort {
  readonly port: number;
  /** The origin under which a preview frame reaches the port. */
  readonly url: string;
  /** Something answers on the port. */
  readonly ready: boolean;
}

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** One interactive shell. Its owner disposes it, which kills the whole process tree. */
export interface TerminalSession extends Disposable {
  readonly output: Subscribable<string>;
  /** Settles with the exit code, or `undefined` when the engine was lost. */
  readonly exit: Promise<number | undefined>;
  write(data: string): void;
  resize(size: TerminalSize): void;
}

/** A booted engine with one project in it. */
export interface Engine extends Disposable {
  readonly kind: EngineKind;
  readonly label: string;
  readonly capabilities: EngineCapabilities;
  readonly backend: ExecutionBackend;
  readonly ports: Subscribable<readonly OpenPort[]>;
  openPorts(): readonly OpenPort[];
  /** Errors and console lines that pages in previews reported. Their content is hostile. */
  readonly previewMessages: Subscribable<PreviewMessage>;
  /** Fires once when the engine is gone; nothing answers afterwards. */
  readonly lost: Subscribable<EngineProblem>;
  openTerminal(size: TerminalSize): Promise<Result<TerminalSession, EngineProblem>>;
}

export interface PreviewMessage {
  readonly kind: "console-error" | "uncaught-exception" | "unhandled-rejection";
  readonly port: number;
  readonly path: string;
  readonly message: string;
  readonly stack?: string;
}
