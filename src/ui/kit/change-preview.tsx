import { useMemo, useState } from "react";
import { Button } from "./button.tsx";
import { type ChangeLine, changeLines } from "./change-lines.ts";
import styles from "./change-preview.module.css";

export interface ChangePreviewProps {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** How many lines are drawn before the person asks for the rest. */
  readonly lines?: number;
  /** Numbers make sense where both texts are whole files. */
  readonly numbers?: boolean;
}

/** A change as text, without an editor: where it stands in a conversation or a list. */
export function ChangePreview({
  path,
  before,
  after,
  lines: shown = 16,
  numbers = true,
}: ChangePreviewProps) {
  const change = useMemo(() => changeLines(before, after), [before, after]);
  const [all, setAll] = useState(false);
  if (!change) return <p className={styles["note"]}>The change is too large to be drawn here.</p>;
  if (change.lines.length === 0) return <p className={styles["note"]}>No line differs.</p>;
  const drawn = all ? change.lines : change.lines.slice(0, shown);
  const left = change.lines.length - drawn.length;
  return (
    <div className={styles["preview"]}>
      {/* Long lines scroll, so the keyboard must reach them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="group" aria-label={`Change of ${path}`} data-numbers={numbers}>
        {drawn.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines of one text have no other name
          <Line key={index} line={line} />
        ))}
      </pre>
      {left > 0 ? (
        <Button size="small" variant="quiet" onClick={() => setAll(true)}>
          {left === 1 ? "Show 1 more line" : `Show ${left} more lines`}
        </Button>
      ) : null}
    </div>
  );
}

const SIGNS = { context: " ", added: "+", removed: "−" } as const;

function Line({ line }: { readonly line: ChangeLine }) {
  if (line.kind === "gap")
    return <span className={styles["line"]} data-kind="gap">{`${line.count} unchanged lines\n`}</span>;
  return (
    <span className={styles["line"]} data-kind={line.kind}>
      <span className={styles["number"]} aria-hidden="true">
        {line.number}
      </span>
      <span className={styles["sign"]}>{SIGNS[line.kind]}</span>
      {line.text}
      {"\n"}
    </span>
  );
}
