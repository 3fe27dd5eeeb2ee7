import { createContext, useContext, useMemo, useRef, type ReactNode, type RefObject } from "react";
import styles from "./small-pieces.module.css";

export interface Announcer {
  /** Read when the person pauses: progress, results. */
  politely(text: string): void;
  /** Read at once: something waits for an answer. */
  urgently(text: string): void;
}

const AnnouncerContext = createContext<Announcer>({ politely() {}, urgently() {} });

/** The page's two live regions. Everything below may announce. */
export function AnnouncerProvider({ children }: { readonly children: ReactNode }) {
  const polite = useRef<HTMLDivElement>(null);
  const urgent = useRef<HTMLDivElement>(null);
  const announcer = useMemo<Announcer>(
    () => ({ politely: (text) => say(polite, text), urgently: (text) => say(urgent, text) }),
    [],
  );
  return (
    <AnnouncerContext value={announcer}>
      {children}
      <div ref={polite} className={styles["unseen"]} role="status" aria-live="polite" />
      <div ref={urgent} className={styles["unseen"]} role="alert" aria-live="assertive" />
    </AnnouncerContext>
  );
}

export function useAnnouncer(): Announcer {
  return useContext(AnnouncerContext);
}

function say(region: RefObject<HTMLDivElement | null>, text: string): void {
  if (!region.current) return;
  // The same text twice would not be read again without a difference.
  region.current.textContent = region.current.textContent === text ? `${text}\u00a0` : text;
}
