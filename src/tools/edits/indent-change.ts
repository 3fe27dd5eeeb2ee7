/** The one rule by which the indentation of sent lines becomes that of the file's lines. */
export type IndentChange =
  | { readonly kind: "none" }
  | { readonly kind: "added"; readonly prefix: string }
  | { readonly kind: "removed"; readonly prefix: string }
  | { readonly kind: "converted"; readonly convert: (indent: string) => string };

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

const UNITS = [2, 4, 8] as const;

/** The rule that explains every line that is not blank, or `undefined` when no single one does. */
export function findIndentChange(
  sentLines: readonly string[],
  fileLines: readonly string[],
): IndentChange | undefined {
  const pairs = sentLines.flatMap((line, index) =>
    line.trim() === "" ? [] : [{ sent: indentOf(line), file: indentOf(fileLines[index] ?? "") }],
  );
  const [first] = pairs;
  if (first === undefined || pairs.every(({ sent, file }) => sent === file)) return { kind: "none" };
  const added = first.file.slice(0, Math.max(0, first.file.length - first.sent.length));
  if (added !== "" && pairs.every(({ sent, file }) => file === added + sent)) {
    return { kind: "added", prefix: added };
  }
  const removed = first.sent.slice(0, Math.max(0, first.sent.length - first.file.length));
  if (removed !== "" && pairs.every(({ sent, file }) => sent === removed + file)) {
    return { kind: "removed", prefix: removed };
  }
  for (const unit of UNITS) {
    for (const convert of [toTabs(unit), toSpaces(unit)]) {
      if (pairs.every(({ sent, file }) => convert(sent) === file)) return { kind: "converted", convert };
    }
  }
  return undefined;
}

function toTabs(unit: number): (indent: string) => string {
  return (indent) => {
    const columns = expanded(indent, unit).length;
    return "\t".repeat(Math.floor(columns / unit)) + " ".repeat(columns % unit);
  };
}

function toSpaces(unit: number): (indent: string) => string {
  return (indent) => expanded(indent, unit);
}

function expanded(indent: string, unit: number): string {
  return indent.replaceAll("\t", " ".repeat(unit));
}
