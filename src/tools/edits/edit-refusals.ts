import { refusal, type Refusal } from "../refusal.ts";
import { closestLines, numberedRows } from "./closest-lines.ts";

export function emptyOld(item: number, path: string): Refusal {
  return refusal(
    "EMPTY_OLD",
    `old_string of replacement ${item} is empty, but ${path} has text. To replace the whole file use write_file; ` +
      `to add text, put a line that is there into old_string and the same line with the addition into new_string.`,
  );
}

export function ambiguous(item: number, path: string, count: number, lines: readonly number[]): Refusal {
  const more = count > lines.length ? " and more" : "";
  return refusal(
    "OLD_AMBIGUOUS",
    `old_string of replacement ${item} is found ${count} times in ${path} (lines ${lines.join(", ")}${more}). ` +
      `Add lines around it until it is found once, or set replace_all to change every place.`,
  );
}

export function tooLooseForAll(item: number, lines: readonly number[]): Refusal {
  return refusal(
    "OLD_AMBIGUOUS",
    `old_string of replacement ${item} is found only when blanks are ignored (lines ${lines.join(", ")}), ` +
      `and replace_all needs an exact text. Copy the text from the file with its blanks.`,
  );
}

export function unseenLines(
  item: number,
  path: string,
  { first, last }: { readonly first: number; readonly last: number },
): Refusal {
  const offset = Math.max(1, first - 20);
  return refusal(
    "NOT_READ",
    `old_string of replacement ${item} resembles lines ${first}-${last} of ${path}, but its blanks differ and you have not read ` +
      `those lines. Read them with read_file offset ${offset}, limit ${last - offset + 21}, then send the text as it is there.`,
  );
}

export function unevenIndentation(
  item: number,
  found: { readonly kind: "uneven-indentation" | "too-weak"; readonly lines: readonly number[] },
  length: number,
  fileLines: readonly string[],
  mask: (text: string) => string,
): Refusal {
  const first = found.lines[0] ?? 1;
  const why =
    found.kind === "uneven-indentation"
      ? "differs by more than one even shift"
      : "differs, and the line is too short or too far away to be sure of";
  return refusal(
    "INDENT_MISMATCH",
    `the words of old_string of replacement ${item} stand at line ${first}, but the indentation ${why}. The file has:\n` +
      `${mask(numberedRows(fileLines, first - 1, first - 1 + length))}\nSend these lines exactly, without the numbers.`,
  );
}

export function notFound(
  item: number,
  { shownPath, mask }: { readonly shownPath: string; readonly mask: (text: string) => string },
  text: string,
  oldString: string,
): Refusal {
  const closest = closestLines(text, oldString);
  if (closest === undefined) {
    return refusal(
      "OLD_NOT_FOUND",
      `none of the lines of old_string of replacement ${item} are in ${shownPath}. The change may be there already, or it belongs ` +
        `into another file. Read ${shownPath} before you try again; the same text will not be found.`,
    );
  }
  const differences =
    closest.differences.length > 0 ? ` What differs: ${closest.differences.join("; ")}.` : "";
  return refusal(
    "OLD_NOT_FOUND",
    `old_string of replacement ${item} is not in ${shownPath}.${differences} The closest lines are:\n${mask(closest.rows)}\n` +
      `Copy the text from the file exactly, without the numbers.`,
  );
}
