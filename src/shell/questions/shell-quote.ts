/** `text` as one word that every POSIX shell reads back unchanged. Throws on anything but a string. */
export function shellQuote(text: string): string {
  if (typeof text !== "string") throw new TypeError(`shellQuote needs a string, not ${typeof text}.`);
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** `text` as it is when no shell would change it, otherwise quoted. */
export function quoteIfNeeded(text: string): string {
  return /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text) ? text : shellQuote(text);
}
