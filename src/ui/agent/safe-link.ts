/** The address and host of a link that may be offered; anything but a web address is not. */
export function safeLink(
  href: string | undefined,
): { readonly href: string; readonly host: string } | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return url.protocol === "https:" || url.protocol === "http:"
    ? { href: url.href, host: url.host }
    : undefined;
}
