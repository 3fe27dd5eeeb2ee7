/** A text whose matched characters are marked. `from` is where the text stands in the one that was matched. */
export function MarkedText({
  text,
  places,
  from = 0,
}: {
  readonly text: string;
  readonly places: readonly number[];
  readonly from?: number;
}) {
  const marked = new Set(places.map((place) => place - from));
  const parts: { readonly at: number; readonly text: string; readonly isMarked: boolean }[] = [];
  for (const [index, character] of text.split("").entries()) {
    const isMarked = marked.has(index);
    const last = parts.at(-1);
    if (last?.isMarked === isMarked) parts[parts.length - 1] = { ...last, text: last.text + character };
    else parts.push({ at: index, text: character, isMarked });
  }
  return parts.map((part) =>
    part.isMarked ? <mark key={part.at}>{part.text}</mark> : <span key={part.at}>{part.text}</span>,
  );
}
