import { lazy, Suspense } from "react";
import type { CommandProposal } from "../../contracts/approval.ts";
import styles from "./approvals.module.css";

const CommandEffectsList = lazy(() =>
  import("./command-effects-list.tsx").then(
    (part) => ({ default: part.CommandEffectsList }),
    () => ({ default: NoEffects }),
  ),
);

/** A command as it would run, where, and what it would do. */
export function CommandQuestion({ proposal }: { readonly proposal: CommandProposal }) {
  return (
    <div className={styles["command"]}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long commands scroll */}
      <pre tabIndex={0} role="group" aria-label="Command">
        {proposal.command}
      </pre>
      <p className={styles["where"]}>
        in {proposal.cwd === "" ? "the project's root" : <code>{proposal.cwd}</code>}
        {proposal.background ? ", in the background" : ""}
      </p>
      <Suspense fallback={<p className={styles["where"]}>Reading the command</p>}>
        <CommandEffectsList proposal={proposal} />
      </Suspense>
    </div>
  );
}

function NoEffects() {
  return (
    <p className={styles["where"]}>
      The part that reads commands did not load, so this cannot tell what the command would do. Read it
      yourself before you approve it.
    </p>
  );
}
