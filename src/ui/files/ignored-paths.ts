import { GENERATED_FOLDERS } from "../../contracts/project-tree.ts";
import type { ProjectFiles } from "../state/project-files.ts";

export type IsIgnored = (path: string, isFolder: boolean) => boolean;

/** Without the project's own rules: what tools generate. */
export const isGenerated: IsIgnored = (path) => path.split("/").some((part) => GENERATED_FOLDERS.has(part));

/** What `.gitignore` in the project root names, and what tools generate. */
export async function readIgnoredPaths(files: ProjectFiles): Promise<IsIgnored> {
  const rules = await files.backend()?.readFile(".gitignore");
  if (!rules?.ok) return isGenerated;
  const { default: createIgnore } = await import("ignore");
  const ignore = createIgnore().add(new TextDecoder().decode(rules.value));
  return (path, isFolder) => isGenerated(path, isFolder) || ignore.ignores(isFolder ? `${path}/` : path);
}
