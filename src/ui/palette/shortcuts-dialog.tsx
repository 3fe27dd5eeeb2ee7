import { DialogFrame } from "../kit/dialog.tsx";
import { Kbd } from "../kit/kbd.tsx";
import { keysForPeople } from "../kit/key-names.ts";
import { commandsWithKeys } from "../state/key-bindings.ts";
import { useStore } from "../state/store.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import styles from "./shortcuts-dialog.module.css";

/** Every shortcut that exists now, by group. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <DialogFrame title="Shortcuts" onClose={onClose} width={720}>
      <ShortcutList />
    </DialogFrame>
  );
}

function ShortcutList() {
  const { commands } = useWorkbench();
  const all = useStore(commands.store, (state) => state.commands);
  const groups = Object.entries(Object.groupBy(commandsWithKeys(all), ({ group }) => group));
  return (
    <div className={styles["groups"]}>
      {groups.map(([group, members]) => (
        <section key={group}>
          <h3>{group}</h3>
          <ul>
            {members?.map(({ id, title, keys }) => (
              <li key={id}>
                {title}
                <span className={styles["keys"]}>
                  {keys?.map((each) => (
                    <Kbd key={each}>{keysForPeople(each)}</Kbd>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
