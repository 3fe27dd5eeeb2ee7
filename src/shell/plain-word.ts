/** The value of a word as written: quotes and escapes removed, expansions left as they stand. */
export function plainWord(text: string): string {
  if (!/['"\\]/.test(text)) return text;
  let value = "";
  let quote = "";
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? "";
    if (quote === "'") {
      if (char === "'") quote = "";
      else value += char;
    } else if (char === "\\" && (quote === "" || /["\\$`\n]/.test(text[index + 1] ?? ""))) {
      index += 1;
      if (text[index] !== "\n") value += text[index] ?? "\\";
    } else if (char === quote) quote = "";
    else if (quote === "" && (char === "'" || char === '"')) quote = char;
    else value += char;
  }
  return value;
}
