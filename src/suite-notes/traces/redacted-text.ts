import { cutEnd } from "../plain-text.ts";

const SECRET_FIELD =
  /(["']?[\w-]*(?:pass(?:word|wd|phrase)?|secret|token|api[_-]?key|authorization|cookie|session(?:_?id)?|credential|private[_-]?key)[\w-]*["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"?|'[^']*'|[^\s,;&"'{}[\]]+)/gi;
/** Hidden values are shorter than what they hide, so more than the limit is looked at. */
const REACH = 4;
const BEARER = /\b(Bearer|Basic|Token) +[\w.~+/=-]{6,}/g;
const JWT = /\beyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]*/g;

/** `text` in at most `limit` characters, with the values of secrets taken out. */
export function redactedText(text: string, limit: number): string {
  const plain = text
    .slice(0, limit * REACH)
    .replaceAll(SECRET_FIELD, '$1"[hidden]"')
    .replaceAll(BEARER, "$1 [hidden]")
    .replaceAll(JWT, "[hidden]");
  return cutEnd(plain, limit);
}
