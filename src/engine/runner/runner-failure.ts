/** A failure that the page gets told, with the code that its words depend on. */
export class RunnerFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
