import type { SourceLocation } from "../../contracts/suite-notes.ts";
import type { ReadPlace } from "../readers/run-reading.ts";

/** Turns the file names of a log into paths that start at the project root, where the log allows it. */
export class LogPaths {
  private readonly projectRoot: string;
  private readonly base: string;

  constructor(projectRoot: string, base: string) {
    this.projectRoot = withoutEnd(slashes(projectRoot));
    const start = withoutEnd(slashes(base));
    this.base = start === this.projectRoot ? "" : (this.inside(start) ?? "");
  }

  relative(path: string): string {
    const plain = slashes(path.replace(/^file:\/\//, "")).replace(/^\.\//, "");
    if (isAbsolute(plain)) return this.inside(plain) ?? plain;
    return this.base === "" ? plain : joined(`${this.base}/${plain}`);
  }

  location(place: ReadPlace): SourceLocation {
    return {
      path: this.relative(place.path),
      ...(place.line === undefined ? {} : { line: place.line }),
      ...(place.column === undefined ? {} : { column: place.column }),
    };
  }

  private inside(path: string): string | null {
    const start = `${this.projectRoot}/`;
    const same = /^[A-Za-z]:/.test(path)
      ? path.toLowerCase().startsWith(start.toLowerCase())
      : path.startsWith(start);
    return same ? path.slice(start.length) : null;
  }
}

function slashes(path: string): string {
  return path.replaceAll("\\", "/");
}

function withoutEnd(path: string): string {
  return path.replace(/\/+$/, "");
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:\//.test(path);
}

function joined(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
