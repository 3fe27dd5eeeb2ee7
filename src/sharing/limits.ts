/** What a link or an archive may contain. Everything beyond is refused before it is unpacked. */
export const SHARING_LIMITS = {
  /** Characters of a link: every browser opens an address of this length. */
  linkCharacters: 1_000_000,
  totalBytes: 32 * 1024 * 1024,
  fileBytes: 10 * 1024 * 1024,
  files: 5_000,
  pathCharacters: 400,
  pathDepth: 40,
} as const;
