import { describe } from "../input/argument-errors.ts";
import { NOTHING_CHANGED, type Refusal, refusal } from "../refusal.ts";
import { toLf } from "../text/lf-text.ts";
import type { Replacement } from "./replacement.ts";

const SAMPLE =
  '{"path":"src/a.ts","replacements":[{"old_string":"text as it is","new_string":"text as it shall be"}]}';

const OLD_NAMES = ["old_string", "oldString", "old_str", "old_text", "oldText", "old", "search", "find"];
const NEW_NAMES = [
  "new_string",
  "newString",
  "new_str",
  "new_text",
  "newText",
  "new",
  "replace",
  "replacement",
];
const ALL_NAMES = ["replace_all", "replaceAll"];

/** The replacements of a call, in LF form. One replacement may also stand at the top level of the call. */
export function replacementsOf(input: Readonly<Record<string, unknown>>): readonly Replacement[] | Refusal {
  const list = input["replacements"];
  if (list === undefined || list === null) {
    if (named(input, OLD_NAMES) === undefined && named(input, NEW_NAMES) === undefined) {
      return wrong(`needs "replacements", a list of changes; it was not sent`);
    }
    const one = replacementOf(input, 1);
    return "code" in one ? one : [one];
  }
  if (!Array.isArray(list)) return wrong(`takes "replacements" as a list; it got ${describe(list)}`);
  if (list.length === 0) return wrong(`got an empty list of replacements`);
  const replacements: Replacement[] = [];
  for (const [index, item] of list.entries()) {
    if (typeof item !== "object" || item === null) {
      return wrong(`takes objects in "replacements"; number ${index + 1} is ${describe(item)}`);
    }
    const replacement = replacementOf(item as Readonly<Record<string, unknown>>, index + 1);
    if ("code" in replacement) return replacement;
    replacements.push(replacement);
  }
  return replacements;
}

function replacementOf(item: Readonly<Record<string, unknown>>, number: number): Replacement | Refusal {
  const oldString = named(item, OLD_NAMES);
  const newString = named(item, NEW_NAMES);
  if (typeof oldString !== "string" || typeof newString !== "string") {
    return wrong(
      `needs "old_string" and "new_string" as text in replacement ${number}; old_string is ${typeName(oldString)}, ` +
        `new_string is ${typeName(newString)}. An empty new_string deletes the text`,
    );
  }
  const count = item["expected_count"];
  return {
    oldString: toLf(oldString),
    newString: toLf(newString),
    replaceAll: ALL_NAMES.some((name) => item[name] === true || item[name] === "true"),
    ...(typeof count === "number" ? { expectedCount: count } : {}),
  };
}

function named(item: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  return names.map((name) => item[name]).find((value) => value !== undefined && value !== null);
}

function typeName(value: unknown): string {
  return value === undefined ? "missing" : describe(value);
}

function wrong(what: string): Refusal {
  return refusal("BAD_ARGUMENT", `edit_file ${what}. A right call looks like ${SAMPLE}. ${NOTHING_CHANGED}`);
}
