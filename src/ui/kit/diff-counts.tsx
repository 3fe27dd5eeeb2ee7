import styles from "./diff-counts.module.css";

/** How many lines were added and removed, as drawn hunks have them. */
export function DiffCounts({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span className={styles["counts"]} aria-label={`${added} lines added, ${removed} removed`} role="img">
      <span className={styles["added"]}>+{added}</span>
      <span className={styles["removed"]}>−{removed}</span>
    </span>
  );
}
