/** Stands in shown text where a secret was. It is never part of a file that we write. */
export const REDACTION_MASK = "[REDACTED]";

const KEYWORD =
  /SECRET|PASSWORD|PASSWD|PWD|TOKEN|API_KEY|APIKEY|PRIVATE_KEY|DATABASE_URL|REDIS_URL|AUTH|CREDENTIAL|ACCESS_KEY|SIGNING_KEY|ENCRYPTION_KEY|CONNECTION_STRING|SERVICE_ACCOUNT|DSN|SMTP_PASS|_KEY/gi;

/** Words of sign-in forms that are values of attributes, not secrets. */
const INTERFACE_WORDS = new Set([
  "current-password",
  "new-password",
  "one-time-code",
  "webauthn",
  "password",
  "username",
]);

/** After a name: a colon or an equals sign and a value in quotes. */
const QUOTED_VALUE = /["']?[ \t]*[:=][ \t]*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)')/y;
/** A value that refers to a secret instead of being one. */
const REFERENCE = /^["']?(?:\$\{?[A-Za-z_]|\$\(|<[a-z][\w -]*>|\s*$)/i;

/** Secrets that are known by their own form, wherever they stand. */
const SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{24,200}/g,
  /\bgh[pousr]_[A-Za-z0-9]{36,255}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{50,255}\b/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{20,255}/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{20,255}/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\bglpat-[A-Za-z0-9_-]{20,255}/g,
  /\beyJ[A-Za-z0-9_-]{15,500}\.eyJ[A-Za-z0-9_-]{15,4000}\.[A-Za-z0-9_-]{20,1000}/g,
];
const URL_CREDENTIALS = /\b([a-z][a-z0-9+.-]{0,20}:\/\/[^\s/:@"'`]{1,200}):([^\s/@"'`${}<>]{1,200})@/gi;

/** For command output, env files and thrown messages: names that promise a secret lose their value anywhere on a line. */
export function redactSecrets(text: string): string {
  return redactShapes(
    maskValues(text, (_nameStart, nameEnd) => {
      if (text[nameEnd] === "=") {
        const end = lineEnd(text, nameEnd);
        const value = text.slice(nameEnd + 1, end);
        if (value !== "" && !/^[{<]/.test(value)) return { start: nameEnd + 1, end };
      }
      QUOTED_VALUE.lastIndex = nameEnd;
      const quoted = QUOTED_VALUE.exec(text);
      const value = quoted?.[1] ?? quoted?.[2] ?? "";
      if (quoted === null || value === "" || INTERFACE_WORDS.has(value)) return undefined;
      const end = QUOTED_VALUE.lastIndex - 1;
      return { start: end - value.length, end };
    }),
  );
}

/** For source text: only whole lines of the form NAME=value, and secrets that are known by their form. */
export function redactSecretsInCode(text: string): string {
  return redactShapes(
    maskValues(text, (nameStart, nameEnd) => {
      const lineStart = text.lastIndexOf("\n", nameStart - 1) + 1;
      const before = text.slice(lineStart, nameStart);
      if (text[nameEnd] !== "=" || (before !== "" && before !== "export ")) return undefined;
      const end = lineEnd(text, nameEnd);
      const value = text.slice(nameEnd + 1, end);
      return REFERENCE.test(value) || /^[\s=]/.test(value) ? undefined : { start: nameEnd + 1, end };
    }),
  );
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Walks the names that hold a keyword, once each, and masks the span that the judge gives. */
function maskValues(text: string, judge: (nameStart: number, nameEnd: number) => Span | undefined): string {
  let result = "";
  let copied = 0;
  const keyword = new RegExp(KEYWORD);
  for (let hit = keyword.exec(text); hit !== null; hit = keyword.exec(text)) {
    let nameStart = hit.index;
    while (nameStart > copied && isNameCharacter(text.charCodeAt(nameStart - 1))) nameStart -= 1;
    let nameEnd = hit.index + hit[0].length;
    while (isNameCharacter(text.charCodeAt(nameEnd))) nameEnd += 1;
    const masked = judge(nameStart, nameEnd);
    keyword.lastIndex = masked?.end ?? nameEnd;
    if (masked === undefined) continue;
    result += text.slice(copied, masked.start) + REDACTION_MASK;
    copied = masked.end;
  }
  return result + text.slice(copied);
}

function isNameCharacter(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)
  );
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  if (end < 0) return text.length;
  return text[end - 1] === "\r" ? end - 1 : end;
}

function redactShapes(text: string): string {
  let result = text;
  // A secret of several lines keeps their number, so that what is counted by lines stays true.
  for (const shape of SHAPES) {
    result = result.replace(shape, (secret) => secret.replace(/[^\r\n]+/g, REDACTION_MASK));
  }
  return result.replace(URL_CREDENTIALS, `$1:${REDACTION_MASK}@`);
}

/** Whether a file holds environment values by its name: `.env`, `.env.*` or `*.env`. */
export function isEnvFilePath(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return name === ".env" || name.startsWith(".env.") || name.endsWith(".env");
}

/** The grade that fits a file's name. */
export function redactFileText(path: string, text: string): string {
  return isEnvFilePath(path) ? redactSecrets(text) : redactSecretsInCode(text);
}
