import stripAnsi from "strip-ansi";
import { REPEATED_LINES_MIN } from "../limits.ts";
import { formatCount } from "../text/byte-size.ts";

/** A program's output as it would stand on a screen: no control sequences, redrawn lines once, equal lines in a row folded. */
export function cleanOutput(output: string): string {
  const text = withoutControls(stripAnsi(output.replaceAll("\r\n", "\n")));
  return foldRepeatedLines(text.includes("\r") ? lastDrawn(text) : text);
}

function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "").toWellFormed();
}

/** Of each line what was drawn after the last carriage return. */
function lastDrawn(text: string): string {
  return text
    .split("\n")
    .map((line) => {
      const drawn = line.replace(/\r+$/, "");
      return drawn.slice(drawn.lastIndexOf("\r") + 1);
    })
    .join("\n");
}

function foldRepeatedLines(text: string): string {
  const lines = text.split("\n");
  const result: string[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    let end = at + 1;
    while (end < lines.length && lines[end] === line) end += 1;
    const count = end - at;
    if (count >= REPEATED_LINES_MIN && line.trim() !== "") {
      result.push(line, `[the line above ${formatCount(count)} times in a row]`);
    } else {
      for (let index = at; index < end; index += 1) result.push(line);
    }
    at = end;
  }
  return result.join("\n");
}
