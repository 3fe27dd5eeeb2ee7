/** The folder of a path relative to the project root; "" for what stands in the root. */
export function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function joinPath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** What is wrong with a name for a new file or folder, or `undefined`. A slash makes folders on the way. */
export function wrongWithName(name: string): string | undefined {
  if (name.trim() === "") return "Type a name.";
  if (name.includes("\0")) return "A name cannot hold a zero character.";
  const parts = name.split("/");
  if (parts.some((part) => part === ""))
    return "A name cannot begin or end with a slash, or hold two in a row.";
  if (parts.some((part) => part === "." || part === "..")) return 'A name cannot be "." or "..".';
  if (new TextEncoder().encode(parts.at(-1)).length > 255)
    return "The name is longer than file systems take.";
  return undefined;
}
