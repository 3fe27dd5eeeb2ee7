import type { WordPart } from "unbash";
import type { ShellWord } from "./statement.ts";

/** `pattern`: the shell may turn it into other words (globs, braces, `~`); `computed`: its text is not in the command. */
export type Certainty = "literal" | "pattern" | "computed";

const MAY_EXPAND = /[$`*?[{~<>(]/;

export function wordCertainty(word: ShellWord): Certainty {
  if (!MAY_EXPAND.test(word.text)) return "literal";
  const parts = word.parts;
  if (parts === undefined) return word.text.startsWith("~") ? "pattern" : "literal";
  let found: Certainty = word.text.startsWith("~") ? "pattern" : "literal";
  for (const part of parts) {
    const certainty = partCertainty(part);
    if (certainty === "computed") return "computed";
    if (certainty === "pattern") found = "pattern";
  }
  return found;
}

export function isLiteral(word: ShellWord): boolean {
  return wordCertainty(word) === "literal";
}

function partCertainty(part: WordPart): Certainty {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return "literal";
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.every((child) => child.type === "Literal") ? "literal" : "computed";
    case "Glob":
    case "ExtendedGlob":
    case "BraceExpansion":
      return part.text.includes("$") || part.text.includes("`") ? "computed" : "pattern";
    case "SimpleExpansion":
    case "ParameterExpansion":
    case "CommandExpansion":
    case "ArithmeticExpansion":
    case "ProcessSubstitution":
      return "computed";
  }
}
