import type { EffectAction, OpaqueReason } from "./programs/effects.ts";
import type { TextRange } from "./statement.ts";
import type { Certainty } from "./word-certainty.ts";

/** A finding with the part of the command that it was read from. */
export interface Finding {
  readonly range: TextRange;
}

export interface ProgramEffect extends Finding {
  readonly program: string;
  /** The programs that only start it, outermost first. */
  readonly via: readonly string[];
  /** Whether what it does with files and hosts is known here. */
  readonly known: boolean;
}

export interface PathEffect extends Finding {
  /** As the shell would see it, unless `certainty` is `pattern`; `null` when it is computed or not named. */
  readonly path: string | null;
  /** As written, or what is written in words when the command names no file. */
  readonly text: string;
  readonly certainty: Certainty;
}

export interface HostEffect extends Finding {
  /** Lower case, without port; `null` when the command does not name it. */
  readonly host: string | null;
  readonly text: string;
}

export interface SendEffect extends Finding {
  /** What leaves the machine, as written: a value, or `@file`. */
  readonly text: string;
}

export interface ActionEffect extends Finding {
  readonly action: EffectAction;
  readonly program: string;
}

export type UnknownReason =
  | OpaqueReason
  | "unreadable"
  | "computed-program"
  | "computed-words"
  | "computed-code"
  | "input-code"
  | "unknown-program";

export interface UnknownEffect extends Finding {
  readonly reason: UnknownReason;
  readonly sentence: string;
}

/** What a command would do, as far as its text says. Nothing in `unknowns` may be taken for harmless. */
export interface CommandEffects {
  readonly programs: readonly ProgramEffect[];
  readonly writes: readonly PathEffect[];
  readonly removes: readonly PathEffect[];
  readonly sends: readonly SendEffect[];
  readonly hosts: readonly HostEffect[];
  readonly actions: readonly ActionEffect[];
  readonly unknowns: readonly UnknownEffect[];
}

export interface EffectList {
  readonly programs: ProgramEffect[];
  readonly writes: PathEffect[];
  readonly removes: PathEffect[];
  readonly sends: SendEffect[];
  readonly hosts: HostEffect[];
  readonly actions: ActionEffect[];
  readonly unknowns: UnknownEffect[];
}
