import { isOutputOnlyFilter, pipeBefore, stagesAfter } from "../output-filter.ts";
import { runStatementsInText, segmentOf, type CommandSegment } from "./command-segments.ts";

/** The one stage behind a runner that only cuts its output. */
export interface RunnerOutputFilter {
  /** As written: `tail -6`. */
  readonly stage: string;
  /** With its pipe: `| tail -6`. */
  readonly pipe: string;
  /** The command with both cut out. */
  readonly command: string;
}

/** The filter behind the runner that `runs` selects, when it is the only stage there; otherwise `null`. */
export function outputFilterAfterRunner(
  command: string,
  runs: (segment: CommandSegment) => boolean,
): RunnerOutputFilter | null {
  const statements = runStatementsInText(command);
  for (const statement of statements) {
    const segment = segmentOf(statement);
    if (segment === null || !runs(segment)) continue;
    const [following] = stagesAfter(statement, statements);
    const filter = following?.stages[0];
    if (!filter || following.stages.length !== 1 || !isOutputOnlyFilter(filter)) continue;
    const start = pipeBefore(command, filter);
    if (start === null) continue;
    const stage = command.slice(filter.start, filter.end);
    return { stage, pipe: `| ${stage}`, command: command.slice(0, start) + command.slice(filter.end) };
  }
  return null;
}
