import type { CommandProposal } from "../../contracts/approval.ts";
import styles from "./approvals.module.css";

/** A command as it would run, and where. */
export function CommandQuestion({ proposal }: { readonly proposal: CommandProposal }) {
  return (
    <div className={styles["command"]}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long commands scroll */}
      <pre tabIndex={0} role="group" aria-label="Command">
        {proposal.command}
      </pre>
      <p className={styles["where"]}>
        in {proposal.cwd === "" ? "the project's root" : <code>{proposal.cwd}</code>}
      </p>
    </div>
  );
}
