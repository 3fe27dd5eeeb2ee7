import { LISTED_PARENT_ENTRIES, SUGGESTED_PATHS } from "../limits.ts";
import { type ProjectPath, shownPath } from "../paths/project-paths.ts";
import { isInside, nameOf, parentOf, relativeTo } from "../paths/resolve-path.ts";
import { type Refusal, refusal } from "../refusal.ts";
import type { ToolSession } from "../session.ts";
import { foldTypography } from "../edits/exact-layers.ts";

/** The refusal for a file that is not there: what is there instead, and names that are close. */
export async function missingFile(session: ToolSession, path: ProjectPath): Promise<Refusal> {
  const { paths, backend } = session;
  const suggestions = await suggestedPaths(session, path);
  const parent = await nearestParent(session, path);
  const lines = [`${shownPath(path)} does not exist (you wrote "${path.given}", the root is ${paths.root}).`];
  if (paths.cwdInProject !== "") lines.push(`Relative paths start at ${paths.cwdInProject}.`);
  if (suggestions.length > 0) lines.push(`Did you mean ${suggestions.join(" or ")}?`);
  const listed = await backend.readDirectory(parent);
  if (listed.ok) {
    const where = parent === paths.root ? "the project root" : relativeTo(paths.root, parent);
    const gone = parent === parentOf(path.absolute) ? "" : " is the nearest directory that exists; it";
    const names = listed.value
      .filter(({ name }) => !isDeniedName(session, parent, name))
      .map(({ name, kind }) => (kind === "directory" ? `${name}/` : name))
      .toSorted();
    const most = gone === "" ? LISTED_PARENT_ENTRIES : 8;
    const more = names.length > most ? ` and ${names.length - most} more` : "";
    lines.push(
      names.length === 0
        ? `${where}${gone} is empty.`
        : `${where}${gone} has: ${names.slice(0, most).join(", ")}${more}.`,
    );
  }
  lines.push("Name one of these, or look with find_files; do not guess.");
  return refusal("ENOENT", lines.join(" "));
}

async function nearestParent({ backend, paths }: ToolSession, path: ProjectPath): Promise<string> {
  let parent = parentOf(path.absolute);
  while (parent !== paths.root && isInside(parent, paths.root)) {
    const listed = await backend.readDirectory(parent);
    if (listed.ok) return parent;
    parent = parentOf(parent);
  }
  return paths.root;
}

async function suggestedPaths(session: ToolSession, path: ProjectPath): Promise<string[]> {
  const { backend, paths } = session;
  const parent = parentOf(path.absolute);
  const name = nameOf(path.absolute);
  const listed = await backend.readDirectory(parent);
  const found: string[] = [];
  if (listed.ok) {
    const names = listed.value
      .map((entry) => entry.name)
      .filter((other) => !isDeniedName(session, parent, other));
    const tests: ((other: string) => boolean)[] = [
      (other) => other.toLowerCase() === name.toLowerCase(),
      (other) => stemOf(other) === stemOf(name) && other !== name,
      (other) => looseName(other) === looseName(name),
    ];
    for (const test of tests) {
      for (const other of names.filter(test)) found.push(relativeTo(paths.root, `${parent}/${other}`));
    }
  }
  if (paths.cwdInProject !== "" && !path.given.startsWith("/")) {
    const fromRoot = await paths.resolve(`${paths.root}/${path.given}`);
    if (fromRoot.ok && (await exists(session, fromRoot.value))) found.push(fromRoot.value.relative);
  }
  return [...new Set(found)].slice(0, SUGGESTED_PATHS);
}

async function exists({ backend }: ToolSession, { key }: ProjectPath): Promise<boolean> {
  const listed = await backend.readDirectory(parentOf(key));
  return listed.ok && listed.value.some(({ name }) => name === nameOf(key));
}

/** The one sibling whose name differs only in the form of its characters: blanks, quotes, composition or case. */
export async function variantOf(session: ToolSession, path: ProjectPath): Promise<string | undefined> {
  const parent = parentOf(path.absolute);
  const listed = await session.backend.readDirectory(parent);
  if (!listed.ok) return undefined;
  const name = nameOf(path.absolute);
  const [only, ...more] = listed.value.filter(
    (entry) => entry.name !== name && looseName(entry.name) === looseName(name),
  );
  return only === undefined || more.length > 0 ? undefined : `${parent}/${only.name}`;
}

function looseName(name: string): string {
  return foldTypography(name.normalize("NFC"));
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? name : name.slice(0, dot);
}

function isDeniedName({ config, paths }: ToolSession, parent: string, name: string): boolean {
  return config.readDeny?.(relativeTo(paths.root, `${parent}/${name}`).toLowerCase()) ?? false;
}
