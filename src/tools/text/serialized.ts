/** Length of a text inside a JSON string: what a request counts. */
export function serializedChars(text: string): number {
  return JSON.stringify(text).length - 2;
}

/** How many leading lines fit into so many serialized characters; the first always counts as fitting. */
export function linesWithinSerialized(content: string, chars: number): number {
  if (content === "") return 1;
  const lines = content.split("\n");
  let used = 0;
  let fitting = 0;
  for (const line of lines) {
    used += serializedChars(line) + 2;
    if (used > chars && fitting > 0) break;
    fitting += 1;
    if (used > chars) break;
  }
  return fitting;
}

/** The longest prefix with at most so many serialized characters. It never ends inside a surrogate pair. */
export function prefixWithinSerialized(text: string, chars: number): string {
  if (text.length * 6 <= chars || serializedChars(text) <= chars) return text;
  let low = 0;
  let high = Math.min(text.length, chars);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (serializedChars(text.slice(0, middle)) <= chars) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, beforeSplitPair(text, low));
}

/** The longest suffix with at most so many serialized characters. It never begins inside a surrogate pair. */
export function suffixWithinSerialized(text: string, chars: number): string {
  if (serializedChars(text) <= chars) return text;
  let low = 0;
  let high = Math.min(text.length, chars);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (serializedChars(text.slice(text.length - middle)) <= chars) low = middle;
    else high = middle - 1;
  }
  const start = text.length - low;
  return text.slice(isSplitPair(text, start) ? start + 1 : start);
}

function beforeSplitPair(text: string, at: number): number {
  return isSplitPair(text, at) ? at - 1 : at;
}

function isSplitPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
