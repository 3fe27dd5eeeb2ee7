/** Shorter titles would be found inside of others by accident. */
const EXCLUDED_TITLE_MIN = 5;

/** The titles of `excluded` that `heading` names, in their order. Spaces and case do not count. */
export function matchingExcludedTitles(heading: string, excluded: readonly string[]): string[] {
  const told = folded(heading);
  return excluded.filter((title) => {
    const wanted = folded(title);
    return wanted.length >= EXCLUDED_TITLE_MIN && told.includes(wanted);
  });
}

function folded(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim().toLowerCase();
}
