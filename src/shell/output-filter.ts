import { takesNextWord } from "./flags.ts";
import { OUTPUT_FILTERS, type OutputFilterRow } from "./programs/output-filters.ts";
import { argumentsOf, type PipelinePlace, type ShellStatement } from "./statement.ts";

/** Whether a stage does nothing but print less of, or in another order, what the pipe hands to it. */
export function isOutputOnlyFilter(statement: ShellStatement): boolean {
  const row = OUTPUT_FILTERS.get(statement.program);
  if (row === undefined || statement.kind !== "command" || statement.wrappers.length > 0) return false;
  if (statement.assignments.length > 0 || !statement.redirections.every(isHarmless)) return false;
  const operands: string[] = [];
  const scripts: string[] = [];
  let allowed = row.operands;
  const args = argumentsOf(statement);
  for (let index = 0; index < args.length; index += 1) {
    const { text, value } = args[index] ?? { text: "", value: "" };
    if (/\$\(|`|[<>]\(/.test(text)) return false;
    if (!value.startsWith("-") || value === "-") {
      if (value !== "-") operands.push(value);
      continue;
    }
    if (isRefused(row, value)) return false;
    const next = takesNextWord(value, row.valueFlags) ? args[(index += 1)]?.value : undefined;
    const replaces = row.insteadOfOperand?.find((flag) => value === flag || value.startsWith(`${flag}=`));
    if (replaces === undefined) continue;
    allowed = 0;
    scripts.push(next ?? value.slice(replaces.length + 1));
  }
  if (operands.length > allowed) return false;
  if (row.script === undefined) return true;
  const harmless = row.script === "sed" ? isHarmlessSed : isHarmlessAwk;
  return [...scripts, ...operands].every(harmless);
}

/** Whether a stage holds its output back until its input ends. */
export function withholdsOutput(statement: ShellStatement): boolean {
  const row = OUTPUT_FILTERS.get(statement.program);
  if (row === undefined || !row.withholds) return false;
  return !argumentsOf(statement).some(({ value }) => row.streamingFlags?.includes(value) === true);
}

function isRefused(row: OutputFilterRow, flag: string): boolean {
  return (row.refusedFlags ?? []).some((refused) =>
    refused.startsWith("--")
      ? flag.startsWith("--") && refused.startsWith(flag.replace(/=.*$/s, ""))
      : !flag.startsWith("--") && flag.includes(refused.slice(1)),
  );
}

function isHarmless(redirection: ShellStatement["redirections"][number]): boolean {
  if (redirection.type !== "Redirect") return false;
  const target = redirection.target?.value ?? "";
  if (redirection.operator === ">&") return /^[12]$/.test(target);
  return redirection.operator.includes(">") && target === "/dev/null";
}

/** Only printing, deleting, quitting and substituting: `w` writes files and `e` runs programs. */
const isHarmlessSed = (script: string): boolean =>
  script
    .split(";")
    .every((part) =>
      /^\s*(?:(?:\d+|\$|\/[^/]*\/)(?:,(?:\d+|\$|\/[^/]*\/))?)?\s*(?:[pdq=]|s([/|#,])(?:(?!\1).)*\1(?:(?!\1).)*\1[gpiI\d]*)?\s*$/.test(
        part,
      ),
    );

const isHarmlessAwk = (script: string): boolean => !/[>|]|system|getline|close|@/.test(script);

/** The stages behind a statement in one of the pipelines around it. */
export interface FollowingStages {
  readonly place: PipelinePlace;
  /** In order; a stage that is more than one plain command is `null`. */
  readonly stages: readonly (ShellStatement | null)[];
}

/** For each pipeline around a statement that goes on behind it, innermost first. */
export function stagesAfter(statement: ShellStatement, all: readonly ShellStatement[]): FollowingStages[] {
  return statement.context.pipelines
    .filter(({ index, count }) => index < count - 1)
    .map((place) => {
      const stages: (ShellStatement | null)[] = [];
      for (let index = place.index + 1; index < place.count; index += 1) {
        const members = all.filter(({ context }) =>
          context.pipelines.some(({ id, index: at }) => id === place.id && at === index),
        );
        const [only] = members;
        const plain =
          only !== undefined && members.length === 1 && only.context.pipelines[0]?.id === place.id;
        stages.push(plain && pipeBefore(only.context.frame.text, only) !== null ? only : null);
      }
      return { place, stages };
    });
}

/** Where the pipe in front of a stage begins, with the spaces before it; `null` when it cannot be placed. */
export function pipeBefore(command: string, stage: ShellStatement): number | null {
  const pipe = command.lastIndexOf("|", stage.start - 1);
  if (pipe < 0 || !/^\|&?(?:\s|\\\n)*$/.test(command.slice(pipe, stage.start))) return null;
  return command.slice(0, pipe).replace(/(?:[ \t]|\\\n)+$/, "").length;
}
