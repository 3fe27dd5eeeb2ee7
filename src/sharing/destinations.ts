/** Where a link of some length still works. Lengths are characters of the whole address. */
const DESTINATIONS = [
  { name: "chat", characters: 2_000 },
  { name: "mail and issue trackers", characters: 8_000 },
  { name: "address bar", characters: 32_000 },
  { name: "every browser", characters: 1_000_000 },
] as const;

export interface Destination {
  readonly name: string;
  readonly characters: number;
  readonly works: boolean;
}

export function destinationsFor(linkCharacters: number): readonly Destination[] {
  return DESTINATIONS.map((destination) => ({
    ...destination,
    works: linkCharacters <= destination.characters,
  }));
}
