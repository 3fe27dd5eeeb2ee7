/** Shapes of keys that providers hand out, in case a text holds one that we do not know. */
const KEY_SHAPES =
  /\b(?:sk-[A-Za-z0-9_-]{16,}|AIza[A-Za-z0-9_-]{20,}|(?:xai|gsk|ghp|hf)[-_][A-Za-z0-9]{16,})/g;
const MASK = "[key]";
/** Below this a secret would mask ordinary words. */
const SHORTEST_SECRET = 6;

/** The text without the secrets and without anything that looks like a provider's key. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length >= SHORTEST_SECRET);
  const masked = known.reduce((left, secret) => left.replaceAll(secret, MASK), text);
  return masked.replace(KEY_SHAPES, MASK).replace(/(\bBearer\s+)[^\s"',]+/gi, `$1${MASK}`);
}
