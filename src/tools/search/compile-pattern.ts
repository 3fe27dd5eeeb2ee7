export interface CompiledPattern {
  /** For one line; without the global flag. */
  readonly regex: RegExp;
  /** For a whole text: finds the first line that may match, fast. */
  readonly anywhere: RegExp;
  /** The pattern was no regular expression and is looked for as it is. */
  readonly literalNote?: string;
}

export function compilePattern(pattern: string, ignoreCase: boolean): CompiledPattern {
  const flags = ignoreCase ? "i" : "";
  try {
    return { regex: new RegExp(pattern, flags), anywhere: new RegExp(pattern, `${flags}gm`) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const literal = escapeRegex(pattern);
    return {
      regex: new RegExp(literal, flags),
      anywhere: new RegExp(literal, `${flags}gm`),
      literalNote: `The pattern is no valid regular expression (${reason(error)}), so it was looked for as plain text.`,
    };
  }
}

function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

function reason({ message }: SyntaxError): string {
  return message.replace(/^Invalid regular expression: /, "");
}
