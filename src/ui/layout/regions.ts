/** Marks a part of the page that F6 goes to. Its value is the region's name. */
export const REGION = "data-region";

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

/** Remembers where the focus was in each region, so that coming back continues there. */
const lastFocus = new WeakMap<Element, HTMLElement>();

export function rememberFocus(event: { readonly target: EventTarget | null }): void {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return;
  const region = target.closest(`[${REGION}]`);
  if (region) lastFocus.set(region, target);
}

/** Moves the focus to the next or previous visible region. */
export function focusNextRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>(`[${REGION}]`)].filter(
    (region) => region.offsetParent !== null || region.getClientRects().length > 0,
  );
  if (regions.length === 0) return;
  const current = regions.findIndex((region) => region.contains(document.activeElement));
  const from = current < 0 ? (step === 1 ? -1 : 0) : current;
  const next = regions[(from + step + regions.length) % regions.length];
  if (next) focusInside(next);
}

/** `false` when there is no such region now. */
export function focusRegion(name: string): boolean {
  const region = document.querySelector<HTMLElement>(`[${REGION}="${name}"]`);
  if (region) focusInside(region);
  return region !== null;
}

function focusInside(region: HTMLElement): void {
  const last = lastFocus.get(region);
  const target =
    (last?.isConnected && last.getClientRects().length > 0 ? last : undefined) ??
    region.querySelector<HTMLElement>("[data-first-focus]") ??
    region.querySelector<HTMLElement>(FOCUSABLE) ??
    region;
  target.focus();
}
