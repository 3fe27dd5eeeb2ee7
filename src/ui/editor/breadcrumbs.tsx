import { ChevronRight } from "lucide-react";
import { useWorkbench } from "../state/workbench-stores.tsx";
import styles from "./editor.module.css";

/** The folders above the active file; choosing one shows it in the tree. */
export function Breadcrumbs({ path }: { readonly path: string }) {
  const { files, commands } = useWorkbench();
  const parts = path.split("/");
  return (
    <nav className={styles["crumbs"]} aria-label="Place of the file">
      <ol>
        {parts.map((part, index) => {
          const upTo = parts.slice(0, index + 1).join("/");
          return (
            <li key={upTo}>
              {index > 0 ? <ChevronRight size={12} aria-hidden="true" /> : null}
              <button
                type="button"
                tabIndex={-1}
                onClick={() => {
                  files.reveal(upTo);
                  if (upTo !== path) files.toggle(upTo, true);
                  commands.run("view.files");
                }}
              >
                {part}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
