import { useState } from "react";
import { Button } from "../../ui/kit/button.tsx";
import { PopoverButton } from "../../ui/kit/popover.tsx";
import { StateDot } from "../../ui/kit/state-dot.tsx";
import type { ProjectPage } from "./project-page.ts";
import styles from "./trust-chip.module.css";

/** Says that a project from a link runs nothing, and lets the person change that. Own projects have no chip. */
export function TrustChip({ page }: { readonly page: ProjectPage }) {
  const [trusted, setTrusted] = useState(page.mayRun());
  if (trusted) return null;
  const trust = (): void => {
    setTrusted(true);
    void page.trust();
  };
  return (
    <PopoverButton
      label="Trust of this project"
      renderContent={(close) => (
        <div className={styles["trust"]}>
          <p>
            This project came in a link. You can read it; no program of it runs, no preview loads and the
            agent has no engine until you say so.
          </p>
          <p>Running it lets its programs work in the engine&apos;s sandbox. They never see your keys.</p>
          <div className={styles["answers"]}>
            <Button variant="primary" onClick={trust}>
              Trust and run
            </Button>
            <Button onClick={close}>Keep reading</Button>
          </div>
        </div>
      )}
    >
      <StateDot tone="warn">Untrusted: nothing runs</StateDot>
    </PopoverButton>
  );
}
