import styles from "./small-pieces.module.css";

/** A small count. `label` says what is counted, for those who do not see it: "3 problems". */
export function Badge({
  count,
  label,
  tone = "muted",
}: {
  readonly count: number;
  readonly label: string;
  readonly tone?: "muted" | "accent";
}) {
  return (
    <span className={styles["badge"]} data-tone={tone}>
      <span aria-hidden="true">{count > 999 ? "999+" : count}</span>
      <span className={styles["unseen"]}>{label}</span>
    </span>
  );
}
