import type { CallFact, ToolResultFact } from "../../contracts/run-rows.ts";
import { canonicalJson } from "./canonical-json.ts";

/** How often each call with its outcome was seen since a file last changed, within a turn. */
export type Repeats = Readonly<Record<string, number>>;

/** This many equal calls with equal outcomes mean that the agent goes in circles. */
export const REPEATS_ALLOWED = 3;

export function countRepeat(repeats: Repeats, call: CallFact, result: ToolResultFact): Repeats {
  // After a change of files the same question may have another answer.
  if (result.files.length > 0) return {};
  const key = JSON.stringify([call.tool, canonicalJson(call.input), withoutTimes(result.text)]);
  return { ...repeats, [key]: (repeats[key] ?? 0) + 1 };
}

/** The tool whose call was repeated too often, if there is one. */
export function repeatedTool(repeats: Repeats): string | undefined {
  const entry = Object.entries(repeats).find(([, count]) => count >= REPEATS_ALLOWED);
  if (entry === undefined) return undefined;
  const [tool] = JSON.parse(entry[0]) as [string];
  return tool;
}

/** Clock times and durations differ between runs that are otherwise the same. */
function withoutTimes(text: string): string {
  return text
    .replace(/\b\d{1,2}:\d{2}:\d{2}\b/g, "#")
    .replace(/\b\d+(\.\d+)?\s?(ms|s)\b/g, "#")
    .replace(/"durationMs":\d+/g, "#");
}
