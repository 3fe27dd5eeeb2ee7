import type { SuiteNote } from "../../contracts/suite-notes.ts";
import styles from "./suite-bar.module.css";
import { suiteParts, suitePartsInWords } from "./suite-parts.ts";

/** How a run of a suite went, as one bar. The right edge of a run that was cut is torn. */
export function SuiteBar({ note }: { readonly note: Pick<SuiteNote, "counts" | "outcome"> }) {
  const parts = suiteParts(note.counts);
  if (parts.length === 0) return null;
  return (
    <div
      className={styles["bar"]}
      data-torn={note.outcome === "cut"}
      role="img"
      aria-label={`${note.outcome === "cut" ? "Cut off: " : ""}${suitePartsInWords(parts)}`}
    >
      {parts.map(({ name, share }) => (
        <span key={name} data-part={name} style={{ flexGrow: share }} />
      ))}
    </div>
  );
}
