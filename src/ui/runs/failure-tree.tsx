import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { SuiteFailure } from "../../contracts/suite-notes.ts";
import { Button } from "../kit/button.tsx";
import { StateDot } from "../kit/state-dot.tsx";
import { type OpenPlace, openAt, placeInWords } from "./place.ts";
import styles from "./runs-panel.module.css";
import { failuresByFile } from "./suite-runs.ts";

/** Every failed test of a run under its file; each opens to what the runner printed. */
export function FailureTree({
  failures,
  openFile,
}: {
  readonly failures: readonly SuiteFailure[];
  readonly openFile: OpenPlace;
}) {
  return failuresByFile(failures).map(({ file, failures: inFile }) => (
    <section key={file} className={styles["file"]} aria-label={file}>
      <h4>
        <code>{file}</code> <span className={styles["tests"]}>{inFile.length} failed</span>
      </h4>
      <ul>
        {inFile.map((failure) => (
          <li key={failure.id}>
            <Failure failure={failure} openFile={openFile} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** One failed test: its name opens its output, its place opens the file. */
export function Failure({
  failure,
  openFile,
}: {
  readonly failure: SuiteFailure;
  readonly openFile: OpenPlace;
}) {
  const [open, setOpen] = useState(false);
  const location = failure.location ?? { path: failure.file };
  return (
    <>
      <div className={styles["failure"]}>
        <button type="button" className={styles["name"]} aria-expanded={open} onClick={() => setOpen(!open)}>
          <ChevronRight className={styles["chevron"]} size={12} aria-hidden="true" />
          <StateDot tone="error">
            <span>{failure.titlePath.join(" › ")}</span>
          </StateDot>
        </button>
        <Button
          variant="quiet"
          size="small"
          className={styles["place"]}
          tooltip={`Open ${placeInWords(location)}`}
          onClick={() => openAt(openFile, location)}
        >
          {placeInWords({ ...location, path: location.path.split("/").at(-1) ?? location.path })}
        </Button>
      </div>
      {open ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long output scrolls
        <pre tabIndex={0} role="group" aria-label="What the runner printed" className={styles["evidence"]}>
          {failure.body === "" ? failure.message : failure.body}
        </pre>
      ) : null}
    </>
  );
}
