import { STALE_DIFF_LINES } from "../limits.ts";
import { shownPath } from "../paths/project-paths.ts";
import { NOTHING_CHANGED, type Refusal, refusal } from "../refusal.ts";
import type { ToolSession } from "../session.ts";
import { isFullyRead, rangesThrough, seenLines } from "../state/read-file-state.ts";
import { splitLines } from "../text/line-count.ts";
import { countHunks, hunksAsText, lineHunks } from "../text/line-hunks.ts";
import { redactFileText } from "../text/redact.ts";
import type { OpenText } from "./open-text.ts";

/** Why a model may not edit a file yet; `undefined` when it has seen the text that is on disk. */
export function editGate(session: ToolSession, tool: string, file: OpenText): Refusal | undefined {
  const entry = session.state.get(file.path.key);
  const shown = shownPath(file.path);
  if (entry === undefined) {
    return refusal(
      "NOT_READ",
      `${tool} needs ${shown} to be read first: call read_file with path "${shown}". ` +
        `Lines seen in search results or in the output of a command do not count. ${NOTHING_CHANGED}`,
    );
  }
  if (entry.partialView !== undefined) {
    return refusal(
      "PARTIAL_VIEW",
      `what you have seen of ${shown} is ${entry.partialView}, not its text. Read the text with read_file path "${shown}", ` +
        `offset 1, limit ${Math.max(1, entry.totalLines)}. ${NOTHING_CHANGED}`,
    );
  }
  return entry.hash === file.hash ? undefined : stale(session, tool, file);
}

/** Why a model may not replace a whole file yet. A file without text may always be filled. */
export function overwriteGate(session: ToolSession, tool: string, file: OpenText): Refusal | undefined {
  if (file.text.lf.trim() === "") return undefined;
  const gate = editGate(session, tool, file);
  if (gate !== undefined) return gate;
  const entry = session.state.get(file.path.key);
  if (entry === undefined || (isFullyRead(entry) && !entry.redacted)) return undefined;
  const shown = shownPath(file.path);
  if (!isFullyRead(entry)) {
    return refusal(
      "NOT_READ",
      `${tool} replaces all of ${shown}, but you have seen ${seenLines(entry)} of its ${entry.totalLines} lines. ` +
        `Read the others first, or change a part with edit_file. ${NOTHING_CHANGED}`,
    );
  }
  return refusal(
    "REDACTION_TOKEN",
    `${shown} holds secrets that were hidden from you, so it cannot be replaced as a whole. Change single lines with edit_file. ${NOTHING_CHANGED}`,
  );
}

/** The file changed since it was read. A small difference is shown and counts as read, so that the same call can be sent again. */
function stale(session: ToolSession, tool: string, file: OpenText): Refusal {
  const { state } = session;
  const { key, relative } = file.path;
  const entry = state.get(key);
  const shown = shownPath(file.path);
  const known = entry === undefined ? undefined : state.textAt(key, entry.hash);
  if (entry !== undefined && known !== undefined) {
    const before = splitLines(known);
    const after = splitLines(file.text.lf);
    const hunks = lineHunks(before, after);
    const { added, removed } = countHunks(hunks);
    if (added + removed <= STALE_DIFF_LINES) {
      const inserted = hunks.map(({ newStart, newEnd }) => ({ first: newStart + 1, last: newEnd }));
      const ranges = [...rangesThrough(entry.ranges, known, file.text.lf), ...inserted];
      const { view: _view, stubbed: _stubbed, ...kept } = entry;
      state.set(
        key,
        {
          ...kept,
          hash: file.hash,
          totalLines: after.length,
          ranges: ranges.toSorted((a, b) => a.first - b.first),
          lastReadAt: Date.now(),
        },
        file.text.lf,
      );
      const diff = redactFileText(relative, hunksAsText(hunks, before, after));
      return refusal(
        "STALE",
        `${shown} was changed by somebody else since you read it. ${NOTHING_CHANGED} This is the difference:\n${diff}\n` +
          `It counts as read. If your ${tool} call still fits, send it again as it is.`,
      );
    }
  }
  state.delete(key);
  return refusal(
    "STALE",
    `${shown} was changed by somebody else since you read it, too much to show here. ${NOTHING_CHANGED} ` +
      `Read it again with read_file path "${shown}".`,
  );
}
