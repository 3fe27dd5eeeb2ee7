import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";
import { keysForAria, keysForPeople } from "./key-names.ts";

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> {
  readonly children: ReactNode;
  /** One `primary` at most per region. */
  readonly variant?: "primary" | "normal" | "quiet" | "danger";
  readonly size?: "normal" | "small";
  readonly icon?: ReactNode;
  /** Such as `Mod+Enter`; shown in the tooltip. */
  readonly keys?: string;
  readonly tooltip?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({
  children,
  variant = "normal",
  size = "normal",
  icon,
  keys,
  tooltip,
  className,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(
        styles["button"],
        variant !== "normal" && styles[variant],
        size === "small" && styles["small"],
        className,
      )}
      aria-keyshortcuts={keys === undefined ? undefined : keysForAria(keys)}
      data-tooltip={tooltip ?? (keys === undefined || typeof children !== "string" ? undefined : children)}
      data-tooltip-keys={keys === undefined ? undefined : keysForPeople(keys)}
    >
      {icon}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  "children" | "aria-label"
> {
  /** What it does, as a verb phrase: its name for assistive technology and its tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly keys?: string;
  readonly pressed?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({
  label,
  icon,
  keys,
  pressed,
  className,
  type = "button",
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles["icon"], className)}
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={keys === undefined ? undefined : keysForAria(keys)}
      data-tooltip={label}
      data-tooltip-keys={keys === undefined ? undefined : keysForPeople(keys)}
    >
      {icon}
    </button>
  );
}
