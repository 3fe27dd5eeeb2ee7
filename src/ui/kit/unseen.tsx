import type { ReactNode } from "react";
import styles from "./small-pieces.module.css";

/** Text for assistive technology only. */
export function Unseen({ children }: { readonly children: ReactNode }) {
  return <span className={styles["unseen"]}>{children}</span>;
}
