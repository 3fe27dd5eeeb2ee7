import { fail, type Result, succeed } from "../base/result.ts";

const CHUNK = 0x8000;

/** Without padding, since some chats drop a trailing `=`. */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The problem is the index of the first character that does not belong. A single character left over at the end is dropped. */
export function fromBase64Url(text: string): Result<Uint8Array<ArrayBuffer>, number> {
  const wrong = /[^\w-]/.exec(text);
  if (wrong) return fail(wrong.index);
  const whole = text.length % 4 === 1 ? text.slice(0, -1) : text;
  const binary = atob(whole.replaceAll("-", "+").replaceAll("_", "/"));
  return succeed(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}
