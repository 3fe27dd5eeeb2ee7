import { TASK_LOG_HEAD_CHARS, TASK_LOG_TAIL_CHARS } from "../limits.ts";
import { formatCount } from "../text/byte-size.ts";

/** What a task printed: its beginning and its end, with what lies between counted. */
export class TaskLog {
  #head = "";
  #tail = "";
  #total = 0;

  /** Characters printed so far, kept or not. */
  get total(): number {
    return this.#total;
  }

  get text(): string {
    const dropped = this.#total - this.#head.length - this.#tail.length;
    if (dropped === 0) return this.#head + this.#tail;
    return `${this.#head}\n[${formatCount(dropped)} characters were not kept]\n${this.#tail}`;
  }

  add(text: string): void {
    this.#total += text.length;
    const room = TASK_LOG_HEAD_CHARS - this.#head.length;
    this.#head += text.slice(0, Math.max(0, room));
    const rest = text.slice(Math.max(0, room));
    if (rest === "") return;
    this.#tail += rest;
    // Cutting at every chunk would copy the tail each time.
    if (this.#tail.length > 2 * TASK_LOG_TAIL_CHARS) this.#tail = this.#tail.slice(-TASK_LOG_TAIL_CHARS);
  }

  /** What was printed after a count of characters, as far as it is kept. */
  since(count: number): string {
    const fresh = this.#total - count;
    if (fresh <= 0) return "";
    if (fresh <= this.#tail.length) return this.#tail.slice(this.#tail.length - fresh);
    return count < this.#head.length ? this.text.slice(count) : this.#tail;
  }
}
