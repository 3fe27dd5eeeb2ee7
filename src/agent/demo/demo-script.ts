import { SAMPLE_PROJECT_NAME } from "../../contracts/sample-project-name.ts";
import type { HistoryMessage } from "../history/history-message.ts";
import { type DemoStep, listedNames, printed, recordTurn, textOf, type TurnRecord } from "./turn-record.ts";

/** What the script says next and the one call that it makes, if any. */
export interface DemoMove {
  readonly text: string;
  readonly call?: { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };
}

const TEST_COMMAND = "npx vitest run";
const INSTALL_COMMAND = "npm install";
/** Installing from a slow registry takes longer than a command usually may. */
const INSTALL_TIMEOUT_MS = 300_000;

const WHO_I_AM =
  "I am a demo: a script, not a language model. I know one job, which is to repair the failing test of the sample project with the same tools that a model would use. For anything else, choose a model in the settings.";

/** Decides from what the tools answered in this turn. The script keeps nothing of its own, so a reload does not confuse it. */
export function nextDemoMove(messages: readonly HistoryMessage[]): DemoMove {
  const turn = recordTurn(messages);
  if (!/\b(tests?|fix|fail\w*|pass|repair|green|bugs?)\b/i.test(turn.request)) return { text: WHO_I_AM };
  const last = turn.steps.at(-1);
  if (last?.error !== undefined) return afterFailure(last, last.error);
  return lookAround(turn) ?? prepare(turn) ?? repair(turn);
}

function afterFailure(step: DemoStep, error: string): DemoMove {
  if (/was not started|outcome is unknown/.test(error))
    return { text: "A reload cut that call short, so I make it again.", call: step };
  const instruction = /Their instruction: (.*)$/s.exec(error)?.[1];
  if (instruction !== undefined)
    return {
      text: `You rejected this with the words “${instruction.trim()}”. I am a script and cannot think of another way, so I stop here; nothing was changed by this call.`,
    };
  if (/person rejected/.test(error))
    return { text: "You rejected this, so I stop here. Nothing was changed by this call." };
  return {
    text: `${subjectOf(step)} failed: ${firstSentence(error)} I am a script and cannot work around it.`,
  };
}

function subjectOf({ tool, input }: DemoStep): string {
  return typeof input["command"] === "string" ? `The command \`${input["command"]}\`` : `The ${tool} call`;
}

function firstSentence(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** Finds out whether this is the sample project. */
function lookAround({ steps }: TurnRecord): DemoMove | undefined {
  const listing = steps.find(({ tool }) => tool === "list_files");
  if (listing === undefined) return call("I look at what is here.", "list_files", {});
  if (!listedNames(listing).includes("package.json"))
    return { text: `There is no package.json here, so this is not the sample project. ${WHO_I_AM}` };
  const manifest = readOf(steps, "package.json");
  if (manifest === undefined) return call("", "read_file", { path: "package.json" });
  if (!textOf(manifest.output["content"]).includes(`"name": "${SAMPLE_PROJECT_NAME}"`))
    return { text: `This is not the sample project. ${WHO_I_AM}` };
  return undefined;
}

/** Installs what is missing and runs the tests once. */
function prepare({ steps }: TurnRecord): DemoMove | undefined {
  const listing = steps.find(({ tool }) => tool === "list_files");
  const installed = listing !== undefined && listedNames(listing).includes("node_modules");
  const install = commandsOf(steps, INSTALL_COMMAND).at(-1);
  if (!installed && install === undefined)
    return call("The dependencies are not installed yet, so I install them first.", "exec_command", {
      command: INSTALL_COMMAND,
      timeout: INSTALL_TIMEOUT_MS,
    });
  if (install !== undefined && install.output["exitCode"] !== 0) return commandFailed(install);
  const [firstRun] = commandsOf(steps, TEST_COMMAND);
  if (firstRun === undefined) return runTests("I run the tests to see what fails.");
  if (firstRun.output["exitCode"] === 0)
    return { text: "All tests pass already. There is nothing to repair." };
  return undefined;
}

function commandFailed(step: DemoStep): DemoMove {
  const lines = printed(step).trim().split("\n").slice(-6).join("\n");
  return {
    text: `The command \`${textOf(step.input["command"])}\` ended with exit code ${textOf(step.output["exitCode"])}. I am a script and cannot work around it. Its last lines:\n\n\`\`\`\n${lines}\n\`\`\``,
  };
}

function runTests(text: string): DemoMove {
  return call(text, "exec_command", { command: TEST_COMMAND });
}

/** Follows the failing test to the function that it tests, changes it and runs the tests again. */
function repair({ steps }: TurnRecord): DemoMove {
  const [firstRun, secondRun] = commandsOf(steps, TEST_COMMAND);
  if (firstRun === undefined) return runTests("");
  const testPath = /FAIL\s+(\S+\.test\.ts)/.exec(printed(firstRun))?.[1];
  if (testPath === undefined) return commandFailed(firstRun);
  const test = readOf(steps, testPath);
  if (test === undefined)
    return call(`A test in \`${testPath}\` fails. I read it.`, "read_file", { path: testPath });
  const path = importedPath(testPath, textOf(test.output["content"]));
  if (path === undefined)
    return { text: `I do not see which file \`${testPath}\` tests. I am a script and stop here.` };
  const implementation = readOf(steps, path);
  if (implementation === undefined)
    return call(`It tests \`${path}\`, so I read that, too.`, "read_file", { path });
  const edit = steps.find(({ tool }) => tool === "edit_file");
  if (edit === undefined) return correct(path, textOf(implementation.output["content"]));
  if (secondRun === undefined) return runTests("Now I run the tests again.");
  return secondRun.output["exitCode"] === 0 ? done(path) : stillFailing(secondRun);
}

/** The one mistake that the script knows: all minutes are counted where only those of the last hour belong. */
const MISTAKE = /const minutes = (Math\.floor\(\w+ \/ 60\));/;

function correct(path: string, content: string): DemoMove {
  const [line, minutes] = MISTAKE.exec(content) ?? [];
  if (line === undefined || minutes === undefined)
    return {
      text: `A test fails, but \`${path}\` does not hold the mistake that I know. I am a script and cannot find another one; choose a model in the settings.`,
    };
  return call(
    "The minutes of the hours are counted twice: only those that are left after whole hours belong here.",
    "edit_file",
    {
      path,
      replacements: [{ old_string: line, new_string: `const minutes = ${minutes} % 60;` }],
    },
  );
}

function done(path: string): DemoMove {
  return {
    text: `In \`${path}\` the minutes now count only what is left after whole hours, where all minutes were counted before. All tests pass.`,
  };
}

function stillFailing(run: DemoStep): DemoMove {
  const failed = /^\s*Tests\s+.*$/m.exec(printed(run))?.[0].trim();
  return {
    text: `I made the change that I know, and tests still fail (${failed ?? `exit code ${textOf(run.output["exitCode"])}`}). I am a script and stop here.`,
  };
}

function call(text: string, tool: string, input: Readonly<Record<string, unknown>>): DemoMove {
  return { text, call: { tool, input } };
}

function readOf(steps: readonly DemoStep[], path: string): DemoStep | undefined {
  return steps.find((step) => step.tool === "read_file" && step.input["path"] === path);
}

function commandsOf(steps: readonly DemoStep[], command: string): readonly DemoStep[] {
  return steps.filter(
    (step) => step.tool === "exec_command" && step.input["command"] === command && step.error === undefined,
  );
}

function importedPath(from: string, content: string): string | undefined {
  const specifier = /from "(\.\.?\/[^"]+)"/.exec(content)?.[1];
  if (specifier === undefined) return undefined;
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}
