/** The operator that ends the words before `at`: `;`, `&`, a newline, or `""` when none follows. */
export function operatorAfter(text: string, at: number): string {
  for (let index = at; index < text.length; index += 1) {
    const char = text[index];
    if (char === " " || char === "\t") continue;
    if (char === "\\" && text[index + 1] === "\n") {
      index += 1;
      continue;
    }
    if (char === "#" && index > at) return text.includes("\n", index) ? "\n" : "";
    return char === ";" || char === "&" || char === "\n" ? char : "";
  }
  return "";
}
