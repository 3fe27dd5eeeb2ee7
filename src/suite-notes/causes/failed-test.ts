import type { ReadFailure } from "../readers/run-reading.ts";
import { failureFacts } from "./failure-message.ts";

/** A failed test as a log names it. */
export interface FailedTest {
  /** `file:line` as the log writes it, or `""`. */
  where: string;
  /** The last part of its title path, without tags. */
  title: string;
  /** How long it ran before it failed, in seconds. */
  seconds: number | null;
}

function failedTestOf(failure: ReadFailure): FailedTest {
  return {
    where: whereOf(failure),
    title: (failure.titlePath.at(-1) ?? "").replace(/(?: @[\w-]+)+$/, ""),
    seconds: failure.seconds,
  };
}

/** The failed tests, each once: a second project or a second reporter names the same test again. */
export function distinctTests(failures: readonly ReadFailure[]): FailedTest[] {
  const known = new Map<string, FailedTest>();
  for (const failure of failures) {
    const test = failedTestOf(failure);
    const key = `${test.where}\n${test.where === "" ? failure.titlePath.join("\n") : test.title}`;
    if (!known.has(key)) known.set(key, test);
  }
  return [...known.values()];
}

/** A file without its line: `""` for a place that names none. */
export function fileOf(test: FailedTest): string {
  return test.where.replace(/:\d+$/, "");
}

function whereOf(failure: ReadFailure): string {
  if (failure.declared?.line !== undefined) return `${failure.declared.path}:${failure.declared.line}`;
  const raised = failureFacts(failure).raised;
  const same =
    raised?.line !== undefined && (raised.path === failure.file || raised.path.endsWith(`/${failure.file}`));
  return same && failure.file !== "" ? `${failure.file}:${raised.line ?? ""}` : failure.file;
}
