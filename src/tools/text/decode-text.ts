import { fail, type Result, succeed } from "../../base/result.ts";
import { kindBySignature } from "./file-kind.ts";

export type TextEncoding = "utf8" | "utf16le" | "utf16be" | "legacy8";

/** How a text lies on disk. `legacy8`: one byte a character, of a code page that we do not know. */
export interface TextFormat {
  readonly encoding: TextEncoding;
  readonly bom: boolean;
}

export interface DecodedText {
  /** With the line ends of the file and without a byte order mark. */
  readonly text: string;
  readonly format: TextFormat;
}

export type DecodeProblem =
  | { readonly kind: "binary"; readonly what: string }
  /** UTF-16 that ends in half a character; `readable` is the part before it. */
  | { readonly kind: "utf16-truncated"; readonly readable: string; readonly format: TextFormat }
  | { readonly kind: "broken-utf8" }
  /** The engine cannot hold the text. */
  | { readonly kind: "too-large" };

export const NEW_FILE_FORMAT: TextFormat = { encoding: "utf8", bom: false };

/** Decides on the whole data, never on a sample, and loses no byte: what it decodes, `encodeText` gives back. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): Result<DecodedText, DecodeProblem> {
  try {
    return decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) return fail({ kind: "too-large" });
    throw error;
  }
}

function decode(bytes: Uint8Array<ArrayBuffer>): Result<DecodedText, DecodeProblem> {
  if (startsWith(bytes, [0xff, 0xfe, 0, 0]) || startsWith(bytes, [0, 0, 0xfe, 0xff])) {
    return fail({ kind: "binary", what: "UTF-32 text" });
  }
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) {
    const text = strictUtf8(bytes.subarray(3));
    if (text === undefined) return fail({ kind: "broken-utf8" });
    return succeed({ text, format: { encoding: "utf8", bom: true } });
  }
  if (startsWith(bytes, [0xff, 0xfe])) return utf16(bytes.subarray(2), { encoding: "utf16le", bom: true });
  if (startsWith(bytes, [0xfe, 0xff])) return utf16(bytes.subarray(2), { encoding: "utf16be", bom: true });
  if (bytes.includes(0)) return withNulBytes(bytes);
  const signature = kindBySignature(bytes);
  if (signature === "PDF document") return fail({ kind: "binary", what: signature });
  const text = strictUtf8(bytes);
  if (text !== undefined) return succeed({ text, format: NEW_FILE_FORMAT });
  if (signature !== undefined) return fail({ kind: "binary", what: signature });
  return succeed({
    text: new TextDecoder("windows-1252").decode(bytes),
    format: { encoding: "legacy8", bom: false },
  });
}

function withNulBytes(bytes: Uint8Array<ArrayBuffer>): Result<DecodedText, DecodeProblem> {
  const binary = fail<DecodeProblem>({ kind: "binary", what: kindBySignature(bytes) ?? "binary data" });
  if (bytes.length % 2 !== 0) return binary;
  const nuls = [0, 0];
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) {
    const parity = at % 2;
    nuls[parity] = (nuls[parity] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = nuls;
  if (even + odd < 2 || (even > 0 && odd > 0)) return binary;
  const decoded = utf16(bytes, { encoding: odd > 0 ? "utf16le" : "utf16be", bom: false });
  return decoded.ok ? decoded : binary;
}

function utf16(bytes: Uint8Array<ArrayBuffer>, format: TextFormat): Result<DecodedText, DecodeProblem> {
  const decoder = new TextDecoder(format.encoding === "utf16le" ? "utf-16le" : "utf-16be", {
    ignoreBOM: true,
  });
  const text = decoder.decode(bytes.length % 2 === 0 ? bytes : bytes.subarray(0, -1));
  const rebuilt = encodeUtf16(text, format.encoding === "utf16le");
  if (bytes.length % 2 === 0 && equalBytes(rebuilt, bytes)) return succeed({ text, format });
  // A lone surrogate was decoded to U+FFFD: the readable part ends where the bytes stop being equal.
  let equal = 0;
  while (equal < rebuilt.length && rebuilt[equal] === bytes[equal]) equal += 1;
  return fail({ kind: "utf16-truncated", readable: text.slice(0, equal >> 1), format });
}

function strictUtf8(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

export type EncodeProblem =
  | { readonly kind: "lone-surrogate" }
  | { readonly kind: "not-in-legacy"; readonly character: string };

/** The bytes of a text in a format. A text that the format cannot hold exactly is a problem, never a replacement character. */
export function encodeText(text: string, format: TextFormat): Result<Uint8Array<ArrayBuffer>, EncodeProblem> {
  if (format.encoding === "legacy8") return encodeLegacy(text);
  if (!text.isWellFormed()) return fail({ kind: "lone-surrogate" });
  switch (format.encoding) {
    case "utf8": {
      const body = new TextEncoder().encode(text);
      return succeed(format.bom ? joined([0xef, 0xbb, 0xbf], body) : body);
    }
    case "utf16le":
    case "utf16be": {
      const little = format.encoding === "utf16le";
      const body = encodeUtf16(text, little);
      return succeed(format.bom ? joined(little ? [0xff, 0xfe] : [0xfe, 0xff], body) : body);
    }
  }
}

function encodeUtf16(text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
}

function encodeLegacy(text: string): Result<Uint8Array<ArrayBuffer>, EncodeProblem> {
  const bytes = new Uint8Array(text.length);
  const codes = legacyCodes();
  for (let at = 0; at < text.length; at += 1) {
    const code = codes.get(text.charAt(at));
    if (code === undefined) return fail({ kind: "not-in-legacy", character: text.charAt(at) });
    bytes[at] = code;
  }
  return succeed(bytes);
}

function legacyCodes(): ReadonlyMap<string, number> {
  const all = Uint8Array.from({ length: 256 }, (_, code) => code);
  return new Map(
    Array.from(new TextDecoder("windows-1252").decode(all), (character, code) => [character, code]),
  );
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function joined(start: readonly number[], body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(start.length + body.length);
  bytes.set(start);
  bytes.set(body, start.length);
  return bytes;
}

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return false;
  return true;
}
