import type { ShellWord } from "./statement.ts";

/** Index of the first word from `from` that is no flag and no flag's value; `--` is stepped over. */
export function firstOperand(
  words: readonly ShellWord[],
  from: number,
  valueFlags: ReadonlySet<string> | readonly string[],
): number {
  let at = from;
  for (; at < words.length; at += 1) {
    const value = words[at]?.value ?? "";
    if (value === "--") return at + 1;
    if (!value.startsWith("-") || value === "-") return at;
    if (takesNextWord(value, valueFlags)) at += 1;
  }
  return at;
}

/** Whether a flag's value is the next word: the flag takes one and none is glued to it. */
export function takesNextWord(flag: string, valueFlags: ReadonlySet<string> | readonly string[]): boolean {
  const has = (name: string): boolean =>
    Array.isArray(valueFlags) ? valueFlags.includes(name) : (valueFlags as ReadonlySet<string>).has(name);
  if (flag.startsWith("--")) return !flag.includes("=") && has(flag);
  if (has(flag)) return true;
  for (let index = 1; index < flag.length; index += 1)
    if (has(`-${flag[index]}`)) return index === flag.length - 1;
  return false;
}

/** What a flag is given as a value, glued or as the next word; `undefined` when the flag is not there. */
export function flagValue(
  words: readonly ShellWord[],
  names: readonly string[],
): { readonly value: string; readonly word: ShellWord } | undefined {
  for (const [index, word] of words.entries()) {
    if (word.value === "--") return undefined;
    const next = words[index + 1];
    for (const name of names) {
      if (word.value === name && next !== undefined) return { value: next.value, word: next };
      const glue = name.startsWith("--") ? `${name}=` : name;
      if (word.value.startsWith(glue) && word.value.length > glue.length)
        return { value: word.value.slice(glue.length), word };
    }
  }
  return undefined;
}
