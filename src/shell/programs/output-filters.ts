/** A program that only cuts or reorders what a pipe hands to it. */
export interface OutputFilterRow {
  readonly valueFlags: readonly string[];
  /** Operands that are no files; with more it reads files instead of the pipe. */
  readonly operands: number;
  /** Flags that carry what the operand would. */
  readonly insteadOfOperand?: readonly string[];
  /** Flags with which it does more than print. */
  readonly refusedFlags?: readonly string[];
  /** Its operand is a program of its own, which must be of a known harmless form. */
  readonly script?: "sed" | "awk";
  /** It holds its output back until its input ends. */
  readonly withholds: boolean;
  /** Flags with which it does not hold it back. */
  readonly streamingFlags?: readonly string[];
}

const words = (text: string): string[] => text.split(" ").filter((word) => word !== "");
const row = (operands: number, valueFlags: string, rest: Partial<OutputFilterRow> = {}): OutputFilterRow => ({
  operands,
  valueFlags: words(valueFlags),
  withholds: false,
  ...rest,
});
const grep = row(
  1,
  "-A -B -C -m -e -f --max-count --context --after-context --before-context --regexp --file --color",
  {
    insteadOfOperand: words("-e -f --regexp --file"),
    withholds: true,
    streamingFlags: ["--line-buffered"],
  },
);

export const OUTPUT_FILTERS: ReadonlyMap<string, OutputFilterRow> = new Map([
  ["tail", row(0, "-n -c --lines --bytes -s --pid", { withholds: true })],
  ["head", row(0, "-n -c --lines --bytes", { withholds: true })],
  ["grep", grep],
  ["egrep", grep],
  ["fgrep", grep],
  [
    "rg",
    row(1, "-A -B -C -m -e -f -g -t --max-count --context --regexp", {
      insteadOfOperand: words("-e -f --regexp"),
      refusedFlags: words("--pre --hostname-bin"),
      withholds: true,
      streamingFlags: ["--line-buffered"],
    }),
  ],
  [
    "sed",
    row(1, "-e --expression", {
      insteadOfOperand: words("-e --expression"),
      refusedFlags: words("-i --in-place -f --file -s"),
      script: "sed",
      withholds: true,
      streamingFlags: words("-u --unbuffered"),
    }),
  ],
  [
    "awk",
    row(1, "-F -v", { refusedFlags: words("-f --file -i --include -l"), script: "awk", withholds: true }),
  ],
  ["cut", row(0, "-b -c -d -f --delimiter --fields --characters", { withholds: true })],
  [
    "sort",
    row(0, "-k -t -S --key", { refusedFlags: words("-o --output -T --compress-program"), withholds: true }),
  ],
  ["uniq", row(0, "-f -s -w", { withholds: true })],
  ["wc", row(0, "", { withholds: true })],
  ["tr", row(2, "")],
  ["cat", row(0, "")],
  ["less", row(0, "-p -x -z", { refusedFlags: words("-o -O --log-file --LOG-FILE -k") })],
  ["more", row(0, "-n")],
  ["column", row(0, "-s -c -N -o", { withholds: true })],
  ["nl", row(0, "-b -w -s -v -n")],
  ["jq", row(1, "--indent --arg --argjson", { withholds: true, streamingFlags: ["--unbuffered"] })],
]);
