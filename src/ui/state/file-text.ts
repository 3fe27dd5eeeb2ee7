/** How the bytes of a file become text and bytes again. */
export type FileText =
  | {
      readonly kind: "text";
      /** Line ends are as in the file. */
      readonly text: string;
      readonly encoding: Encoding;
      readonly lineEnd: LineEnd;
      /** Why the text cannot be written back as it was, so it is only shown. */
      readonly readOnly?: string;
    }
  | { readonly kind: "binary"; readonly sizeBytes: number };

export type Encoding = "UTF-8" | "UTF-8 with BOM" | "UTF-16 LE" | "UTF-16 BE" | "Windows-1252";
export type LineEnd = "LF" | "CRLF" | "mixed";

/** Larger files are not opened in the page. */
export const OPENED_FILE_BYTES = 5 * 1024 * 1024;
const LOOKED_AT_BYTES = 8192;

export function readFileText(bytes: Uint8Array): FileText {
  const [first = 0, second = 0, third = 0] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return utf8(bytes.subarray(3), "UTF-8 with BOM");
  if (first === 0xff && second === 0xfe) return utf16(bytes, "UTF-16 LE", "utf-16le");
  if (first === 0xfe && second === 0xff) return utf16(bytes, "UTF-16 BE", "utf-16be");
  if (bytes.subarray(0, LOOKED_AT_BYTES).includes(0)) return { kind: "binary", sizeBytes: bytes.length };
  return utf8(bytes, "UTF-8");
}

/** The bytes of a text in an encoding that can be written. */
export function fileBytes(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  if (encoding !== "UTF-8 with BOM") return bytes;
  const marked = new Uint8Array(bytes.length + 3);
  marked.set([0xef, 0xbb, 0xbf]);
  marked.set(bytes, 3);
  return marked;
}

function lineEndOf(text: string): LineEnd {
  const all = text.split("\n").length - 1;
  const withReturn = text.split("\r\n").length - 1;
  if (withReturn === 0) return "LF";
  return withReturn === all ? "CRLF" : "mixed";
}

function utf8(bytes: Uint8Array, encoding: "UTF-8" | "UTF-8 with BOM"): FileText {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { kind: "text", text, encoding, lineEnd: lineEndOf(text) };
  } catch {
    const text = new TextDecoder("windows-1252").decode(bytes);
    return {
      kind: "text",
      text,
      encoding: "Windows-1252",
      lineEnd: lineEndOf(text),
      readOnly:
        "This file is not UTF-8. It is shown as Windows-1252 and cannot be changed here, so that no byte is lost.",
    };
  }
}

function utf16(bytes: Uint8Array, encoding: Encoding, label: string): FileText {
  const text = new TextDecoder(label).decode(bytes);
  return {
    kind: "text",
    text,
    encoding,
    lineEnd: lineEndOf(text),
    readOnly: `This file is ${encoding}. It is shown and cannot be changed here, so that no byte is lost.`,
  };
}
