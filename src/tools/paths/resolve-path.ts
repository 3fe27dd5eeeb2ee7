/** An absolute path without `.`, `..`, doubled or trailing slashes. `..` above the top stays at the top. */
export function normalizeAbsolute(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return `/${parts.join("/")}`;
}

export function isInside(path: string, folder: string): boolean {
  return path === folder || folder === "/" || path.startsWith(`${folder}/`);
}

function absoluteForm(path: string, root: string): string {
  const clean = path.replaceAll("\0", "");
  if (clean === "" || clean === "/") return normalizeAbsolute(root);
  return normalizeAbsolute(clean.startsWith("/") ? clean : `${root}/${clean}`);
}

/** The absolute form of a path below `root`; whatever leads outside becomes `root` itself. */
export function resolvePath(path: string, root: string): string {
  const absolute = absoluteForm(path, root);
  return isInside(absolute, normalizeAbsolute(root)) ? absolute : normalizeAbsolute(root);
}

export function isOutsideRoot(path: string, root: string): boolean {
  return !isInside(absoluteForm(path, root), normalizeAbsolute(root));
}

/** The path seen from a folder that holds it; "" for the folder itself. */
export function relativeTo(folder: string, path: string): string {
  if (path === folder) return "";
  return folder === "/" ? path.slice(1) : path.slice(folder.length + 1);
}

export function parentOf(path: string): string {
  const at = path.lastIndexOf("/");
  return at <= 0 ? "/" : path.slice(0, at);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
