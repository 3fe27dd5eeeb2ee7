export const MONEY_BEFORE = `export interface Money {
  readonly cents: number;
  readonly currency: string;
}

/** Splits an amount into equal parts. */
export function split(money: Money, parts: number): Money[] {
  const each = Math.floor(money.cents / parts);
  return Array.from({ length: parts }, () => ({ ...money, cents: each }));
}

export function format({ cents, currency }: Money): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(cents / 10);
}
`;

export const MONEY_AFTER = `export interface Money {
  readonly cents: number;
  readonly currency: string;
}

/** Splits an amount into parts that differ by one cent at most and add up to it. */
export function split(money: Money, parts: number): Money[] {
  const each = Math.floor(money.cents / parts);
  const rest = money.cents - each * parts;
  return Array.from({ length: parts }, (_, index) => ({ ...money, cents: each + (index < rest ? 1 : 0) }));
}

export function format({ cents, currency }: Money): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(cents / 100);
}
`;

export const NEW_TEST = `import { expect, test } from "vitest";
import { split } from "../src/money.ts";

test("the parts add up to the whole", () => {
  const parts = split({ cents: 100, currency: "EUR" }, 3);
  expect(parts.map((part) => part.cents)).toEqual([34, 33, 33]);
});
`;

export const ANSWER = `Both failures came from **one file**.

- \`split\` dropped the remainder: 100 cents in 3 parts gave 99.
- \`format\` divided by 10 instead of 100.

| test | before | after |
|---|---|---|
| splits evenly | failed | passed |
| formats | failed | passed |

See [the rounding rules](https://example.org/rounding). ![a chart](https://tracker.example/x.png)

\`\`\`ts
split({ cents: 100, currency: "EUR" }, 3);
\`\`\`
`;

export const TEST_OUTPUT = ` RUN  v4.1.0 /project

 ✓ test/parse.test.ts (12 tests) 31ms
 ❯ test/money.test.ts (4 tests | 2 failed) 18ms
   × split > adds up
`;
