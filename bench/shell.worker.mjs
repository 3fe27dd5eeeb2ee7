/** Runs in a Chromium worker: measures three readers of shell commands over the same texts, round by round. */
import { parse as parseWithJustBash } from "just-bash";
import { Language, Parser } from "web-tree-sitter";
import commands from "../src/shell/fixtures/agent-commands.json" with { type: "json" };
import * as shell from "../src/shell/public.ts";
import { readCommand } from "../src/shell/read-command.ts";
import { HARD_CASES } from "./shell.hard-cases.mjs";

/** @typedef {(command: string) => string[][]} Reader Every command's words, also inside substitutions. */

/** @type {Reader} */
const ours = (command) =>
  readCommand(command)
    .statements.filter(({ context, words }) => !context.frame.nested && words.length > 0)
    .map(({ words }) => words.map(({ value }) => value));

/** @type {Reader} */
function justBash(command) {
  /** @type {string[][]} */
  const found = [];
  /** @param {any} node */
  const visit = (node) => {
    if (node === null || typeof node !== "object") return;
    if (node.type === "SimpleCommand" && node.name) found.push([node.name, ...node.args].map(wordOf));
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseWithJustBash(command));
  return found;
}

/** @param {any} node @returns {string} */
function wordOf(node) {
  return typeof node.value === "string" ? node.value : (node.parts ?? []).map(wordOf).join("");
}

/** @returns {Promise<Reader>} */
async function treeSitter() {
  await Parser.init({ locateFile: () => "/web-tree-sitter.wasm" });
  const parser = new Parser();
  parser.setLanguage(await Language.load("/tree-sitter-bash.wasm"));
  return (command) => {
    const tree = parser.parse(command);
    /** @type {string[][]} */
    const found = [];
    if (!tree) return found;
    const cursor = tree.walk();
    /** @type {(string[] | null)[]} */
    const open = [];
    for (let descending = true; ;) {
      const type = cursor.nodeType;
      if (descending) {
        const parent = open.at(-1);
        if (type === "command") found.push([]);
        else if (parent && cursor.nodeIsNamed && type !== "variable_assignment") parent.push(cursor.nodeText);
        open.push(type === "command" ? (found.at(-1) ?? null) : null);
        if (cursor.gotoFirstChild()) continue;
      }
      open.pop();
      descending = cursor.gotoNextSibling();
      if (!descending && !cursor.gotoParent()) break;
    }
    cursor.delete();
    tree.delete();
    return found.filter((words) => words.length > 0).map((words) => words.map(unquoted));
  };
}

/** @param {string} word */
const unquoted = (word) => word.replaceAll(/\\\n|["']/g, "").replaceAll(/\\(.)/g, "$1");

/** @param {Reader} reader @param {readonly string[]} list */
function pass(reader, list) {
  const started = performance.now();
  for (const command of list) {
    try {
      reader(command);
    } catch {
      // A reader that refuses a command has still spent its time.
    }
  }
  return performance.now() - started;
}

/** @param {Reader} reader */
function score(reader) {
  let right = 0;
  for (const [command, names] of HARD_CASES) {
    let found;
    try {
      found = reader(command)
        .map(([name]) => name)
        .toSorted();
    } catch {
      continue;
    }
    if (JSON.stringify(found) === JSON.stringify(names.toSorted())) right += 1;
  }
  return right;
}

/** @param {string} command */
function askEverything(command) {
  shell.commandSegments(command);
  shell.locatedCommandSegments(command);
  shell.commandEffects(command);
  shell.readOnlyRefusal(command);
  shell.checkBlockedCommand(command);
  shell.commandTimeoutSeconds(command);
  shell.withoutHeredocs(command);
  shell.leadingSleepPeek(command);
  shell.outputIsWithheldUntilExit(command);
  shell.outputRedirectTarget(command);
  shell.printsOnlySource(command);
  shell.pipelineExitCodeNote(command, 1, "");
  shell.commandRunsNoTests(command);
  shell.isSuiteRunCommand(command);
  shell.isDiagnosisRun(command);
  shell.specFilesSelected(command);
  shell.suiteCommandTarget(command);
  shell.streamingBackgroundCommand(command);
  shell.suiteRunPipelinePlacement(command);
  shell.withoutSuiteTimeout(command);
  shell.scopedRerunCommand(command, ["a.spec.ts:1"]);
}

/** The least time of one reading, each timed over several. @param {string} command @param {number} times @param {number} together */
function best(command, times, together = 1) {
  const list = Array.from({ length: together }, () => command);
  let least = Infinity;
  for (let time = 0; time < times; time += 1) least = Math.min(least, pass(ours, list) / together);
  return least;
}

/** @param {number} rounds @param {readonly string[]} corpus */
async function measure(rounds, corpus) {
  const readers = { ours, justBash, treeSitter: await treeSitter() };
  /** @type {Record<string, number[]>} */
  const times = { ours: [], justBash: [], treeSitter: [] };
  for (let warming = 0; warming < 15; warming += 1)
    for (const reader of Object.values(readers)) pass(reader, corpus);
  for (let round = 0; round < rounds * 4; round += 1)
    for (const [name, reader] of Object.entries(readers)) times[name]?.push(pass(reader, corpus));
  const questions = corpus.map((command) => {
    askEverything(`${command} `);
    const started = performance.now();
    for (let time = 0; time < 4; time += 1) askEverything(command + " ".repeat(time + 2));
    return (performance.now() - started) / 4;
  });
  const text = commands.filter((command) => !command.includes("\n") && !command.includes("#")).join("\n");
  const long = text.repeat(Math.ceil(100_000 / text.length));
  const short = long.slice(0, long.lastIndexOf("\n", 1_000));
  const longer = long.slice(0, long.lastIndexOf("\n", 100_000));
  const HOSTILE = [
    "$(",
    "$(a ",
    "`a ",
    '"$(',
    "(",
    "{ ",
    "${a:-",
    "$((",
    "[[ ( ",
    "a;",
    "a|",
    "a b;",
    "cat <<E;",
    "cat <<E\n",
    "f() ",
    "coproc ",
    "if a; then ",
    "$(a)",
    "sh -c '",
    "a\r\n",
  ];
  return {
    times,
    questions,
    growth: {
      short: best(short, 20, 100) / short.length,
      long: best(longer, 8) / longer.length,
      cut: readCommand(longer).cut,
    },
    hostile: HOSTILE.map((unit) => ({
      unit,
      milliseconds: best(unit.repeat(Math.ceil(100_000 / unit.length)), 3),
    })),
    scores: { ours: score(ours), justBash: score(justBash), treeSitter: score(readers.treeSitter) },
  };
}

globalThis.addEventListener("message", ({ data: { rounds, fileWrites, port } }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
  const answer = (/** @type {object} */ value) => port.postMessage(value);
  measure(rounds, [...commands, ...fileWrites]).then(
    (ok) => answer({ ok }),
    (error) => answer({ failed: String(error?.stack ?? error) }),
  );
});
