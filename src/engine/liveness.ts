import { type Disposable, disposable } from "../base/disposable.ts";
import { Emitter, type Listener, type Subscribable } from "../base/emitter.ts";
import type { EngineProblem } from "../contracts/engine.ts";

/** Whether the engine still answers, and the end of waiting for one that does not. */
export class Liveness {
  readonly #lost = new Emitter<EngineProblem>();
  readonly #whenLost: Promise<"lost">;
  #tellWaiting: () => void = () => {};
  #problem: EngineProblem | undefined;
  #toldLoss: EngineProblem | undefined;

  constructor() {
    this.#whenLost = new Promise((resolve) => {
      this.#tellWaiting = () => resolve("lost");
    });
  }

  /** Who subscribes after the loss is told at once, so that a loss during the boot reaches the page. */
  readonly lost: Subscribable<EngineProblem> = {
    subscribe: (listener) =>
      this.#toldLoss === undefined ? this.#lost.subscribe(listener) : tellSoon(listener, this.#toldLoss),
  };

  get problem(): EngineProblem | undefined {
    return this.#problem;
  }

  /** Told once; later problems change nothing. A quiet end tells no listener. */
  end(problem: EngineProblem, quietly = false): void {
    if (this.#problem !== undefined) return;
    this.#problem = problem;
    this.#tellWaiting();
    if (!quietly) {
      this.#toldLoss = problem;
      this.#lost.emit(problem);
    }
    this.#lost.dispose();
  }

  /** The answer, or `lost` as soon as the engine is gone. Rejects as the promise does. */
  async unlessLost<Value>(answer: Promise<Value>): Promise<{ readonly value: Value } | "lost"> {
    return Promise.race([answer.then((value) => ({ value })), this.#whenLost]);
  }
}

function tellSoon(listener: Listener<EngineProblem>, problem: EngineProblem): Disposable {
  let wanted = true;
  queueMicrotask(() => {
    if (wanted) listener(problem);
  });
  return disposable(() => {
    wanted = false;
  });
}
