import { expect, test } from "vitest";
import { fileBytes, readFileText } from "./file-text.ts";

const bytes = (...values: number[]) => new Uint8Array(values);

test.each([
  ["plain text", new TextEncoder().encode("a\nb\n"), { encoding: "UTF-8", lineEnd: "LF", text: "a\nb\n" }],
  ["Windows lines", new TextEncoder().encode("a\r\nb\r\n"), { lineEnd: "CRLF" }],
  ["both kinds of lines", new TextEncoder().encode("a\r\nb\n"), { lineEnd: "mixed" }],
  ["a byte order mark", bytes(0xef, 0xbb, 0xbf, 0x61), { encoding: "UTF-8 with BOM", text: "a" }],
  [
    "UTF-16",
    bytes(0xff, 0xfe, 0x61, 0x00),
    { encoding: "UTF-16 LE", text: "a", readOnly: expect.any(String) },
  ],
  ["a byte that is not UTF-8", bytes(0x63, 0x61, 0x66, 0xe9), { text: "café", readOnly: expect.any(String) }],
  ["a zero byte", bytes(0x7f, 0x45, 0x00, 0x01), { kind: "binary", sizeBytes: 4 }],
])("%s is told from the bytes", (_what, content, expected) => {
  expect(readFileText(content)).toMatchObject(expected);
});

test("what can be changed is written back byte for byte", () => {
  for (const content of [
    bytes(0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a),
    new TextEncoder().encode("ä\n\u{1f642}"),
  ]) {
    const read = readFileText(content);
    if (read.kind !== "text") throw new Error("not text");
    expect(fileBytes(read.text, read.encoding)).toEqual(new Uint8Array(content));
  }
});
