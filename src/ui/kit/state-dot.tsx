import type { ReactNode } from "react";
import styles from "./small-pieces.module.css";

/** What a state means. Every one has its own shape, so that none is told by colour alone. */
export type StateTone = "ok" | "warn" | "error" | "info" | "waiting" | "running" | "stopped" | "unknown";

const SHAPES: Readonly<Record<StateTone, { readonly colour: string; readonly shape: ReactNode }>> = {
  ok: {
    colour: "ok",
    shape: (
      <path
        d="M2.5 6.5 5 9l4.5-6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    ),
  },
  warn: {
    colour: "warn",
    shape: (
      <path
        d="M6 1.2 11.2 10.6H.8Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
    ),
  },
  error: {
    colour: "error",
    shape: (
      <path
        d="m2.5 2.5 7 7m0-7-7 7"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    ),
  },
  info: { colour: "info", shape: <circle cx="6" cy="6" r="3.5" fill="currentColor" /> },
  waiting: {
    colour: "muted",
    shape: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  },
  running: {
    colour: "info",
    shape: (
      <path
        d="M6 1.8A4.2 4.2 0 1 1 1.8 6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    ),
  },
  stopped: {
    colour: "muted",
    shape: <rect x="2.5" y="2.5" width="7" height="7" rx="1" fill="currentColor" />,
  },
  unknown: {
    colour: "muted",
    shape: (
      <path
        d="M3.8 4.2a2.2 2.2 0 1 1 3 2.1c-.6.3-.8.6-.8 1.3M6 10.3v.1"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    ),
  },
};

/** A mark with its word beside it. `children` is the word; leave it out only where the word stands next to the mark anyway. */
export function StateDot({ tone, children }: { readonly tone: StateTone; readonly children?: ReactNode }) {
  const { colour, shape } = SHAPES[tone];
  return (
    <span className={styles["state"]}>
      <svg
        className={styles["mark"]}
        data-tone={colour}
        data-turning={tone === "running"}
        viewBox="0 0 12 12"
        aria-hidden="true"
      >
        {shape}
      </svg>
      {children}
    </span>
  );
}
