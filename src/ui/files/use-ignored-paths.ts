import { useEffect, useState } from "react";
import type { ProjectFiles } from "../state/project-files.ts";
import { useStore } from "../state/store.ts";
import { type IsIgnored, isGenerated, readIgnoredPaths } from "./ignored-paths.ts";

/** Follows the ignore rules of the project. */
export function useIgnoredPaths(files: ProjectFiles): IsIgnored {
  const [isIgnored, setIsIgnored] = useState<IsIgnored>(() => isGenerated);
  const connected = useStore(files.store, (state) => state.connected);
  useEffect(() => {
    if (!connected) return;
    let current = true;
    const read = (): void => {
      void readIgnoredPaths(files).then((next) => current && setIsIgnored(() => next));
    };
    read();
    const watching = files.onChanges((changes) => {
      if (changes.some(({ path }) => path === ".gitignore")) read();
    });
    return () => {
      current = false;
      watching.dispose();
    };
  }, [files, connected]);
  return isIgnored;
}
