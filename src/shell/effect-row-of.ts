import { firstOperand } from "./flags.ts";
import { EFFECT_ROWS, type EffectRow, FLAGS_BEFORE_SUBCOMMAND } from "./programs/effects.ts";
import type { ShellWord } from "./statement.ts";
import { isLiteral } from "./word-certainty.ts";

/** The row that says what a program does, by the longest known subcommand, and where its arguments begin. */
export function effectRowOf(
  program: string,
  words: readonly ShellWord[],
  at: number,
): { row: EffectRow | undefined; name: string; argumentsAt: number } {
  const base = program.replace(/^(python|pip|ruby|perl|node)[\d.]+$/, "$1");
  const sub = firstOperand(words, at + 1, FLAGS_BEFORE_SUBCOMMAND.get(base) ?? []);
  const first = words[sub];
  if (first !== undefined && isLiteral(first)) {
    const two = words[sub + 1];
    const longer = two === undefined ? undefined : EFFECT_ROWS.get(`${base} ${first.value} ${two.value}`);
    if (longer)
      return { row: longer, name: `${base} ${first.value} ${two?.value ?? ""}`, argumentsAt: sub + 2 };
    const row = EFFECT_ROWS.get(`${base} ${first.value}`);
    if (row) return { row, name: `${base} ${first.value}`, argumentsAt: sub + 1 };
  }
  return { row: EFFECT_ROWS.get(base), name: base, argumentsAt: at + 1 };
}
