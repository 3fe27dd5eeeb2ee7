import type { SourceLocation } from "../../contracts/suite-notes.ts";

/** Shows a file of the project. Lines and columns count from 1. */
export type OpenPlace = (path: string, line?: number, column?: number) => void;

export function openAt(openFile: OpenPlace, { path, line, column }: SourceLocation): void {
  openFile(path, line, column);
}

/** "src/a.ts:12". */
export function placeInWords({ path, line }: SourceLocation): string {
  return line === undefined ? path : `${path}:${line}`;
}
