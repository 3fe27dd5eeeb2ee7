/**
 * The host that an address names, lower case and without port, or `null`. With `bareNames`, a word without a
 * scheme is an address too (`example.org/x`, `me@example.org:file`).
 */
export function hostOf(address: string, bareNames: boolean): string | null {
  const [, authority] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#\s]*)/i.exec(address) ?? [];
  if (authority !== undefined) return hostOfAuthority(authority);
  const scp = /^[\w.-]+@([\w.-]+):/.exec(address)?.[1];
  if (scp !== undefined) return scp.toLowerCase();
  if (!bareNames) return null;
  return hostOfAuthority(/^[^/?#\s]*/.exec(address)?.[0] ?? "");
}

function hostOfAuthority(authority: string): string | null {
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  const bracketed = /^\[([^\]]+)\]/.exec(host)?.[1];
  const name = bracketed ?? host.replace(/:.*$/, "");
  return name === "" ? null : name.toLowerCase();
}
