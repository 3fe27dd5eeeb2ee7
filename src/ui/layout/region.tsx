import type { ReactNode } from "react";
import { classNames } from "../kit/class-names.ts";
import styles from "./workbench.module.css";

/** A landmark that F6 reaches. */
export function Region({
  name,
  label,
  as: Element = "section",
  className,
  children,
}: {
  readonly name: string;
  readonly label: string;
  readonly as?: "section" | "main" | "aside";
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <Element
      aria-label={label}
      data-region={name}
      tabIndex={-1}
      className={classNames(styles["panel"], className)}
    >
      {children}
    </Element>
  );
}
