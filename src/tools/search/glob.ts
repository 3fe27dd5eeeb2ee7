/** Whether a glob holds only characters that a path may have, and the wildcards `* ? [ ]`. Braces are expanded before this. */
export function isValidGlob(pattern: string): boolean {
  return /^[A-Za-z0-9@*?._\-/[\]()]+$/.test(pattern);
}

const MOST_ALTERNATIVES = 64;

/** `*.{ts,tsx}` and `*.ts, *.tsx` as their alternatives. */
export function globAlternatives(pattern: string): string[] {
  const open = [pattern.trim()];
  const done: string[] = [];
  while (open.length > 0 && open.length + done.length <= MOST_ALTERNATIVES) {
    const next = open.shift() ?? "";
    const brace = /^(.*?)\{([^{}]*)\}(.*)$/.exec(next);
    if (brace === null) {
      done.push(...(next.includes(",") ? next.split(",").map((part) => part.trim()) : [next]));
      continue;
    }
    const [, before = "", inner = "", after = ""] = brace;
    open.push(...inner.split(",").map((part) => before + part + after));
  }
  return [...done, ...open];
}

type Token =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "any-character" }
  | { readonly kind: "anything" }
  /** Zero or more whole folders. */
  | { readonly kind: "folders" }
  /** One character of a class, or the bracket text itself: folders are named `[id]`. */
  | { readonly kind: "bracket"; readonly text: string; readonly matches: (character: string) => boolean };

export type PathMatcher = (relativePath: string) => boolean;

/**
 * Tells whether a path below the searched folder fits a glob. Without a slash the glob is about the last name; with one it fits
 * at any depth, and `*` also crosses slashes. The work is bounded by path length times glob length.
 */
export function pathMatcher(pattern: string): PathMatcher {
  const alternatives = globAlternatives(pattern).map(singleMatcher);
  return (path) => alternatives.some((fits) => fits(path));
}

function singleMatcher(pattern: string): PathMatcher {
  const clean = pattern.replace(/^\.?\/+/, "").replace(/(?<=.)\/+$/, "");
  const tokens = tokensOf(clean);
  if (!clean.includes("/")) return (path) => fits(tokens, path.slice(path.lastIndexOf("/") + 1), [0]);
  return (path) => {
    const starts = [0];
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) starts.push(at + 1);
    return fits(tokens, path, starts);
  };
}

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < pattern.length) {
    const rest = pattern.slice(at);
    const atSegmentStart = at === 0 || pattern[at - 1] === "/";
    if (atSegmentStart && rest.startsWith("**/")) {
      tokens.push({ kind: "folders" });
      at += 3;
    } else if (rest.startsWith("*")) {
      if (tokens.at(-1)?.kind !== "anything") tokens.push({ kind: "anything" });
      at += 1;
    } else if (rest.startsWith("?")) {
      tokens.push({ kind: "any-character" });
      at += 1;
    } else {
      const bracket = /^\[[^\]/]+\]/.exec(rest)?.[0];
      const text = bracket ?? rest[0] ?? "";
      tokens.push(
        bracket === undefined
          ? { kind: "literal", text }
          : { kind: "bracket", text: bracket, matches: classOf(bracket.slice(1, -1)) },
      );
      at += text.length;
    }
  }
  return tokens;
}

function classOf(body: string): (character: string) => boolean {
  const negated = /^[!^]/.test(body);
  const members = negated ? body.slice(1) : body;
  return (character) => {
    let found = false;
    for (let at = 0; at < members.length; at += 1) {
      const low = members[at] ?? "";
      const high = members[at + 1] === "-" && at + 2 < members.length ? (members[at + 2] ?? low) : low;
      if (character >= low && character <= high) found = true;
      if (high !== low) at += 2;
    }
    return character !== "/" && found !== negated;
  };
}

/** Follows all ways through the tokens at once, so that no glob can make it try them one by one. */
function fits(tokens: readonly Token[], text: string, starts: readonly number[]): boolean {
  let places = new Set(starts);
  for (const token of tokens) {
    const next = new Set<number>();
    for (const place of places) for (const end of endsOf(token, text, place)) next.add(end);
    if (next.size === 0) return false;
    places = next;
  }
  return places.has(text.length);
}

function endsOf(token: Token, text: string, place: number): readonly number[] {
  switch (token.kind) {
    case "literal":
      return text.startsWith(token.text, place) ? [place + token.text.length] : [];
    case "any-character":
      return place < text.length && text[place] !== "/" ? [place + 1] : [];
    case "anything":
      return Array.from({ length: text.length - place + 1 }, (_, index) => place + index);
    case "folders": {
      const ends = [place];
      for (let at = text.indexOf("/", place); at >= 0; at = text.indexOf("/", at + 1)) ends.push(at + 1);
      return ends;
    }
    case "bracket": {
      const ends = text.startsWith(token.text, place) ? [place + token.text.length] : [];
      return place < text.length && token.matches(text[place] ?? "") ? [...ends, place + 1] : ends;
    }
  }
}

/** The folder that a glob names before its first wildcard, when it has at least two parts; else `null`. */
export function literalDirPrefix(pattern: string): string | null {
  const wild = pattern.search(/[*?[]/);
  if (wild < 0) return null;
  const end = pattern.slice(0, wild).lastIndexOf("/");
  const prefix = end < 0 ? "" : pattern.slice(0, end).replace(/^\.?\/+/, "");
  return prefix.split("/").filter((part) => part !== "").length >= 2 ? prefix : null;
}
