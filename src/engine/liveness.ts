import { Emitter, type Subscribable } from "../base/emitter.ts";
import type { EngineProblem } from "../contracts/engine.ts";

/** Whether the engine still answers, and the end of waiting for one that does not. */
export class Liveness {
  readonly #lost = new Emitter<EngineProblem>();
  readonly #whenLost: Promise<"lost">;
  #tellWaiting: () => void = () => {};
  #problem: EngineProblem | undefined;

  constructor() {
    this.#whenLost = new Promise((resolve) => {
      this.#tellWaiting = () => resolve("lost");
    });
  }

  get lost(): Subscribable<EngineProblem> {
    return this.#lost;
  }

  get problem(): EngineProblem | undefined {
    return this.#problem;
  }

  /** Told once; later problems change nothing. A quiet end tells no listener. */
  end(problem: EngineProblem, quietly = false): void {
    if (this.#problem !== undefined) return;
    this.#problem = problem;
    this.#tellWaiting();
    if (!quietly) this.#lost.emit(problem);
    this.#lost.dispose();
  }

  /** The answer, or `lost` as soon as the engine is gone. Rejects as the promise does. */
  async unlessLost<Value>(answer: Promise<Value>): Promise<{ readonly value: Value } | "lost"> {
    return Promise.race([answer.then((value) => ({ value })), this.#whenLost]);
  }
}
