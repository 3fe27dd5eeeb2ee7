import styles from "./small-pieces.module.css";

/** A thin bar. Without `total` it says only that work goes on. `label` is what is being done: "Loading the editor". */
export function ProgressLine({
  label,
  done,
  total,
}: {
  readonly label: string;
  readonly done?: number;
  readonly total?: number;
}) {
  const isKnown = total !== undefined && total > 0;
  const share = isKnown ? Math.min(100, ((done ?? 0) / total) * 100) : undefined;
  return (
    <div
      className={styles["line"]}
      role="progressbar"
      aria-label={label}
      aria-valuenow={share === undefined ? undefined : Math.round(share)}
      aria-valuemin={0}
      aria-valuemax={100}
      data-unknown={share === undefined}
    >
      <span style={share === undefined ? undefined : { width: `${share}%` }} />
    </div>
  );
}
