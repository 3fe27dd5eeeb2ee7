export interface FileLink {
  readonly path: string;
  readonly line: number;
  readonly column: number | undefined;
  /** Where the link stands in the text: from, up to but without. */
  readonly start: number;
  readonly end: number;
}

const LINK =
  /(?<path>(?:\.{0,2}\/)?(?:[\w@.+-]+\/)*[\w@.+-]*[A-Za-z_-][\w@+-]*\.[A-Za-z]\w{0,9})(?::(?<line>\d{1,6})(?::(?<column>\d{1,6}))?|\((?<paren>\d{1,6}),(?<parenColumn>\d{1,6})\))/g;

/** Places such as `src/a.ts:3:5` or `src/a.ts(3,5)` in a line of output. Absolute paths are taken below the project's root only. */
export function fileLinks(text: string, projectRoot: string): readonly FileLink[] {
  const links: FileLink[] = [];
  for (const found of text.matchAll(LINK)) {
    const { path = "", line, column, paren, parenColumn } = found.groups ?? {};
    const before = text[found.index - 1] ?? " ";
    if (/[\w/:]/.test(before)) continue;
    const inside = insideProject(path, projectRoot);
    if (inside === undefined) continue;
    const columnText = column ?? parenColumn;
    links.push({
      path: inside,
      line: Number(line ?? paren),
      column: columnText === undefined ? undefined : Number(columnText),
      start: found.index,
      end: found.index + found[0].length,
    });
  }
  return links;
}

function insideProject(path: string, projectRoot: string): string | undefined {
  if (path.startsWith("/"))
    return path.startsWith(`${projectRoot}/`) ? path.slice(projectRoot.length + 1) : undefined;
  if (path.startsWith("../")) return undefined;
  return path.replace(/^\.\//, "");
}
