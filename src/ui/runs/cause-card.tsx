import { useState } from "react";
import type { SuiteCause, SuiteFailure } from "../../contracts/suite-notes.ts";
import { Button } from "../kit/button.tsx";
import { fixMessage, rerunMessage } from "./cause-messages.ts";
import { Failure } from "./failure-tree.tsx";
import { type OpenPlace, openAt, placeInWords } from "./place.ts";
import styles from "./runs-panel.module.css";

/** So many tests are shown without asking. */
const FEW = 3;

/** Why tests failed, what shows it, and what can be done about it. */
export function CauseCard({
  cause,
  failures,
  openFile,
  ask,
}: {
  readonly cause: SuiteCause;
  readonly failures: readonly SuiteFailure[];
  readonly openFile: OpenPlace;
  readonly ask: (message: string) => void;
}) {
  const [open, setOpen] = useState(failures.length <= FEW);
  const location = cause.location ?? failures[0]?.location;
  const count = failures.length === 1 ? "1 test" : `${failures.length} tests`;
  return (
    <article className={styles["cause"]}>
      <h4>
        {cause.summary} {failures.length > 0 ? <span className={styles["tests"]}>{count}</span> : null}
      </h4>
      {cause.evidence.length > 0 ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long evidence scrolls
        <pre tabIndex={0} role="group" aria-label="Evidence" className={styles["evidence"]}>
          {cause.evidence.join("\n")}
        </pre>
      ) : null}
      <div className={styles["actions"]}>
        {location ? (
          <Button size="small" onClick={() => openAt(openFile, location)}>
            {`Open ${placeInWords(location)}`}
          </Button>
        ) : null}
        <Button size="small" onClick={() => ask(fixMessage(cause, failures))}>
          Ask the agent to fix this cause
        </Button>
        {failures.length > 0 ? (
          <>
            <Button size="small" variant="quiet" onClick={() => ask(rerunMessage(failures))}>
              Ask to run these again
            </Button>
            <Button size="small" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? "Hide tests" : `Show ${count}`}
            </Button>
          </>
        ) : null}
      </div>
      {open && failures.length > 0 ? (
        <ul className={styles["failures"]}>
          {failures.map((failure) => (
            <li key={failure.id}>
              <Failure failure={failure} openFile={openFile} />
            </li>
          ))}
        </ul>
      ) : null}
    </article>
  );
}
