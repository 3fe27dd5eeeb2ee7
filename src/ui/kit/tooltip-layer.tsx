import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Kbd } from "./kbd.tsx";
import styles from "./tooltip-layer.module.css";

const DELAY_MS = 400;
const EDGE = 6;

interface Shown {
  readonly text: string;
  readonly keys: string | undefined;
  readonly anchor: DOMRect;
}

/**
 * Draws the tooltip of whatever element under the pointer or focus has `data-tooltip`. One per page.
 * The text repeats the element's accessible name, so the layer is hidden from assistive technology.
 */
export function TooltipLayer() {
  const [shown, setShown] = useState<Shown>();
  const bubble = useRef<HTMLDivElement>(null);
  useEffect(() => listenForAnchors(setShown), []);
  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element || !shown) return;
    const { width, height } = element.getBoundingClientRect();
    const below = shown.anchor.bottom + EDGE;
    const top = below + height > innerHeight ? shown.anchor.top - height - EDGE : below;
    const middle = shown.anchor.left + shown.anchor.width / 2 - width / 2;
    element.style.top = `${Math.max(EDGE, top)}px`;
    element.style.left = `${Math.max(EDGE, Math.min(innerWidth - width - EDGE, middle))}px`;
  }, [shown]);
  if (!shown) return null;
  return (
    <div ref={bubble} className={styles["tooltip"]} aria-hidden="true">
      <span>{shown.text}</span>
      {shown.keys === undefined ? null : <Kbd>{shown.keys}</Kbd>}
    </div>
  );
}

function listenForAnchors(show: (shown: Shown | undefined) => void): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true, passive: true };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Element | undefined;
  const hide = (): void => {
    clearTimeout(timer);
    current = undefined;
    show(undefined);
  };
  const consider = (target: EventTarget | null, delay: number): void => {
    const anchor = target instanceof Element ? target.closest("[data-tooltip]") : null;
    if (anchor === (current ?? null)) return;
    hide();
    if (!(anchor instanceof HTMLElement)) return;
    current = anchor;
    timer = setTimeout(() => {
      const text = anchor.dataset["tooltip"];
      if (text === undefined || !anchor.isConnected) return;
      show({ text, keys: anchor.dataset["tooltipKeys"], anchor: anchor.getBoundingClientRect() });
    }, delay);
  };
  addEventListener(
    "pointerover",
    (event) => event.pointerType === "mouse" && consider(event.target, DELAY_MS),
    options,
  );
  addEventListener(
    "focusin",
    (event) => {
      const visible = event.target instanceof Element && event.target.matches(":focus-visible");
      if (visible) consider(event.target, DELAY_MS);
    },
    options,
  );
  for (const kind of ["focusout", "pointerdown", "keydown", "wheel", "blur"] as const)
    addEventListener(kind, hide, options);
  return () => {
    hide();
    stop.abort();
  };
}
