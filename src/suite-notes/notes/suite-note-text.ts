import type { SuiteCause, SuiteFailure, SuiteNote, SourceLocation } from "../../contracts/suite-notes.ts";
import { FAILURE_CAUSES_LISTED, FAILURE_CAUSE_TESTS_LISTED } from "../limits.ts";
import { counted, cutEnd, cutMiddle } from "../plain-text.ts";

const TITLE_CHARS = 160;
const EVIDENCE_LINES = 2;

/**
 * What a model reads of a run: the headline, how a cut run ended, and the causes with their evidence and tests. Never
 * longer than `budgetChars`; what does not fit is counted.
 */
export function suiteNoteText(note: SuiteNote, budgetChars: number): string {
  const head = [note.headline, ...(note.cut === undefined ? [] : [note.cut.sentence])].join("\n");
  const blocks = causeBlocks(note);
  const lines = [head];
  const reserve = 60;
  let length = head.length;
  let told = 0;
  for (const block of blocks.slice(0, FAILURE_CAUSES_LISTED)) {
    if (length + block.length + 1 + reserve > budgetChars) break;
    lines.push(block);
    length += block.length + 1;
    told += 1;
  }
  if (told < blocks.length) lines.push(leftOut(blocks.length - told));
  return cutEnd(lines.join("\n"), Math.max(0, budgetChars));
}

function leftOut(amount: number): string {
  return `${counted(amount, "more cause")} did not fit here.`;
}

function causeBlocks(note: SuiteNote): string[] {
  const byId = new Map(note.failures.map((failure) => [failure.id, failure]));
  return note.causes.map((cause, index) => causeBlock(cause, index, byId));
}

function causeBlock(cause: SuiteCause, index: number, byId: ReadonlyMap<string, SuiteFailure>): string {
  const place = cause.location === undefined ? "" : ` (${locationText(cause.location)})`;
  const head = `${index + 1}. ${counted(cause.failures.length, "test")}: ${cause.summary}${place}`;
  const evidence = cause.evidence.slice(0, EVIDENCE_LINES).map((line) => `   ${line}`);
  const shown = cause.failures.slice(0, FAILURE_CAUSE_TESTS_LISTED);
  const tests = shown.map((id) => `   - ${testText(byId.get(id), id)}`);
  const more = cause.failures.length - shown.length;
  return [head, ...evidence, ...tests, ...(more > 0 ? [`   and ${more} more`] : [])].join("\n");
}

function testText(failure: SuiteFailure | undefined, id: string): string {
  if (failure === undefined) return cutMiddle(id, TITLE_CHARS);
  const line = failure.location?.path === failure.file ? failure.location.line : undefined;
  const where = line === undefined ? failure.file : `${failure.file}:${line}`;
  return cutMiddle(
    [where, failure.titlePath.join(" › ")].filter((part) => part !== "").join(" "),
    TITLE_CHARS,
  );
}

function locationText(location: SourceLocation): string {
  return location.line === undefined ? location.path : `${location.path}:${location.line}`;
}
