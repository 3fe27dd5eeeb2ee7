import { describe, expect, test } from "vitest";
import { commandCutRun, commandRunState, cutRunFacts, CUT_AT_BUDGET } from "./command-cut-run.ts";
import { cutRunSentence, type CutRun } from "./cut-run.ts";

const WALKED = ["Running 40 tests using 4 workers", "", "  9 passed (1m)"].join("\n");
const FINISHED = ["Running 2 tests using 1 worker", "", "  1 failed", "  1 passed (1m)"].join("\n");

describe("a run that was stopped", () => {
  test.each<[string, string, unknown, number, number, Partial<CutRun> | null]>([
    [
      "by the timeout in the command, behind a filter whose code is not the run's",
      "timeout 100 npx playwright test | tail -5",
      { exitCode: 0, stdout: "" },
      100_400,
      290,
      { stoppedBy: "command-timeout", seconds: 100, exitCode: null, ran: null },
    ],
    [
      "by the tool's limit",
      "npx playwright test",
      { exitCode: 124 },
      290_200,
      290,
      { stoppedBy: "tool-budget", seconds: 290, exitCode: 124 },
    ],
    [
      "by the tool's limit although the command has a larger one",
      "timeout 600 npm run b",
      { exitCode: 124 },
      290_100,
      290,
      { stoppedBy: "tool-budget", seconds: 290 },
    ],
    [
      "in the background, where only the command has a limit",
      "timeout 240 npx playwright test",
      { exitCode: 124 },
      240_300,
      0,
      { stoppedBy: "command-timeout", seconds: 240, background: true },
    ],
    [
      "by something else",
      "npx playwright test",
      { exitCode: 143, stdout: WALKED },
      60_000,
      290,
      { stoppedBy: "process-stop", ran: 9, total: 40, noun: "tests", exitCode: 143 },
    ],
    [
      "by the tool's limit while a filter kept its output back",
      "npx playwright test | tail -5",
      { exitCode: 0, stdout: "" },
      290_400,
      290,
      { stoppedBy: "tool-budget", exitCode: null },
    ],
    [
      "nowhere: it ended with an error before its limit",
      "timeout 60 npm t",
      { exitCode: 1 },
      12_000,
      290,
      null,
    ],
    [
      "nowhere: its summary is whole, however slow it was",
      "timeout 60 npx playwright test",
      { exitCode: 1, stdout: FINISHED },
      62_000,
      290,
      null,
    ],
    ["nowhere: it printed 124 long before the limit", "npm run b", { exitCode: 124 }, 3_000, 290, null],
    ["nowhere: the result is no result", "npx playwright test", "text", 3_000, 290, null],
  ])("%s", (_what, command, result, elapsed, budget, expected) => {
    const cut = commandCutRun(command, result, elapsed, budget);
    if (expected === null) expect(cut).toBeNull();
    else expect(cut).toMatchObject(expected);
  });

  test("is counted in the whole output, and its last line is that of the result", () => {
    const cut = commandCutRun(
      "npx playwright test",
      { exitCode: 143, stdout: "  9 passed (1m)" },
      60_000,
      290,
      WALKED,
    );
    expect(cut).toMatchObject({ ran: 9, total: 40, doing: "9 passed (1m)" });
  });
});

test("a result records its cut run or nothing", () => {
  const cut = commandCutRun("npx playwright test", { exitCode: 143, stdout: WALKED }, 60_000, 290);
  expect(commandRunState({ state: CUT_AT_BUDGET, cut })).toBe(CUT_AT_BUDGET);
  expect(cutRunFacts({ state: CUT_AT_BUDGET, cut })).toEqual(cut);
  expect(commandRunState({ exitCode: 1 })).toBe("ran");
  expect(commandRunState(null)).toBe("ran");
  expect(commandRunState({ state: "weird" })).toBe("ran");
  expect(cutRunFacts({ exitCode: 124 })).toBeNull();
  expect(cutRunFacts(undefined)).toBeNull();
});

describe("the sentence", () => {
  const run: CutRun = {
    seconds: 200,
    stoppedBy: "tool-budget",
    background: false,
    exitCode: null,
    ran: 25,
    total: 88,
    noun: "tests",
    doing: "✓ saves",
  };

  test("tells how far, what stopped it, how many never ran, the last line, that it is no pass, and the next step", () => {
    const sentence = cutRunSentence(run);
    const parts = ["25 of 88 tests", "200 s", "63 never ran", "✓ saves", "not a pass", "background"];
    const places = parts.map((part) => sentence.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((left, right) => left - right));
  });

  test("in the background never sends a run to the background", () => {
    const sentence = cutRunSentence({ ...run, stoppedBy: "command-timeout", background: true });
    expect(sentence).toContain("without the timeout");
    expect(sentence).not.toContain("in the background");
  });

  test("says that it cannot tell how far, and asks to run again after a stop from outside", () => {
    expect(cutRunSentence({ ...run, ran: null, total: null })).toContain("cannot be told");
    const stopped = cutRunSentence({ ...run, stoppedBy: "process-stop", ran: 9, total: 40 });
    expect(stopped).toContain("31 never ran");
    expect(stopped).toContain("Run it again");
    expect(cutRunSentence({ ...run, noun: "files", ran: 1, total: null })).toContain("1 file;");
  });
});
