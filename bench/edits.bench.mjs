import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diff } from "fast-myers-diff";
import { bundled } from "./suite-notes-bundle.mjs";

export const about =
  "edit_file on 10,000 lines without engine time, line differences beside fast-myers-diff and git (Node)";

const LINES = 10_000;
const EDIT_MS = 10;
const WORST_MS = 300;

/** @param {{ rounds: number, log: (line: string) => void }} options */
export async function run({ rounds, log }) {
  const { diffLineCount, lineHunks } = await bundled("src/tools/text/line-hunks.ts");
  const figures = [await editFigure(rounds)];
  for (const [name, [before, after]] of Object.entries(cases())) {
    const ours = [];
    const rival = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(timed(() => lineHunks(before, after)));
      rival.push(timed(() => [...diff(before, after)]));
    }
    const counts = diffLineCount(before, after);
    const git = gitCounts(before, after);
    const changed = counts.added + counts.removed;
    const excess = changed / Math.max(1, git.added + git.removed);
    const ratio = median(ours.map((ms, index) => ms / (rival[index] ?? 1)));
    log(`${name}: +${counts.added} -${counts.removed}, git +${git.added} -${git.removed}`);
    figures.push(
      {
        what: `hunks: ${name}`,
        unit: "ms",
        ours: median(ours),
        rival: median(rival),
        rivalName: "fast-myers-diff",
        ratio,
        target: `< ${WORST_MS} ms`,
        holds: median(ours) < WORST_MS,
      },
      {
        what: `changed lines beside git: ${name}`,
        unit: "lines",
        ours: changed,
        rival: git.added + git.removed,
        rivalName: "git diff",
        ratio: excess,
        target: "at most 1.05 times",
        holds: excess <= 1.05,
      },
    );
  }
  return { figures };
}

/** @param {number} rounds */
async function editFigure(rounds) {
  const { createToolSession } = await bundled("src/tools/session.ts");
  const { editFileTool } = await bundled("src/tools/files/edit-file.ts");
  const { readFileTool } = await bundled("src/tools/files/read-file.ts");
  const { backendInMemory } = await bundled("src/contracts/backend-in-memory.ts");
  const lines = numbered(LINES, "const value");
  const backend = backendInMemory({ "a.ts": `${lines.join("\n")}\n` });
  const session = createToolSession(backend, {});
  const edit = editFileTool(session);
  await readFileTool(session)({ path: "a.ts", offset: 1, limit: 100 });
  const times = [];
  for (let index = 0; index < rounds * 20; index += 1) {
    const at = 100 + index * 7;
    const started = performance.now();
    const result = await edit({
      path: "a.ts",
      old_string: `const value ${at} = ${at};`,
      new_string: `const value ${at} = "${index}";`,
    });
    times.push(performance.now() - started);
    if (result.ok !== true) throw new Error(result.error);
  }
  const ours = median(times);
  return {
    what: `edit_file, one line of ${LINES}`,
    unit: "ms",
    ours,
    rival: null,
    rivalName: null,
    ratio: null,
    target: `< ${EDIT_MS} ms`,
    holds: ours < EDIT_MS,
  };
}

/** @returns {Record<string, [string[], string[]]>} */
function cases() {
  const base = numbered(LINES, "const value").flatMap((line, index) =>
    index % 4 === 0 ? [line, "}"] : [line],
  );
  const edited = (/** @type {number} */ every) =>
    base.map((line, index) => (index % every === 0 ? `${line} // changed` : line));
  return {
    "1 line": [base, base.with(5_000, "changed")],
    "5 edits": [base, edited(2_500)],
    "200 edits": [base, edited(62)],
    "2,000 edits": [base, edited(6)],
    "nothing shared, 5,000 lines": [numbered(5_000, "a"), numbered(5_000, "b")],
    "a block of 2,000 moved": [base, [...base.slice(2_000), ...base.slice(0, 2_000)]],
    "3,000 reversed": [base.slice(0, 3_000), base.slice(0, 3_000).toReversed()],
  };
}

/** @param {number} count @param {string} name */
function numbered(count, name) {
  return Array.from({ length: count }, (_, index) => `${name} ${index} = ${index};`);
}

/** @param {() => unknown} work */
function timed(work) {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** @param {string[]} before @param {string[]} after */
function gitCounts(before, after) {
  const folder = mkdtempSync(join(tmpdir(), "tabwright-edits-"));
  try {
    writeFileSync(join(folder, "a"), `${before.join("\n")}\n`);
    writeFileSync(join(folder, "b"), `${after.join("\n")}\n`);
    const { stdout } = spawnSync("git", ["diff", "--no-index", "--numstat", "a", "b"], {
      cwd: folder,
      encoding: "utf8",
    });
    const [added = 0, removed = 0] = stdout.split("\t").map(Number);
    return { added, removed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
