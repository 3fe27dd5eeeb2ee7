/** Marks a part of the page that F6 goes to. Its value is the region's name. */
const REGION = "data-region";

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
  if (next) (lastIn(next) ?? firstIn(next)).focus();
}

/** Goes to what a region is for, else to where the focus last was in it. `false` when there is no such region now. */
export function focusRegion(name: string): boolean {
  const region = document.querySelector<HTMLElement>(`[${REGION}="${name}"]`);
  if (region) (mainIn(region) ?? lastIn(region) ?? firstIn(region)).focus();
  return region !== null;
}

/** The element that a part marked as the one to type into or to move in. */
function mainIn(region: HTMLElement): HTMLElement | undefined {
  return visible(region, "[data-first-focus]");
}

function lastIn(region: HTMLElement): HTMLElement | undefined {
  const last = lastFocus.get(region);
  return last?.isConnected && last.getClientRects().length > 0 ? last : undefined;
}

function firstIn(region: HTMLElement): HTMLElement {
  return mainIn(region) ?? visible(region, FOCUSABLE) ?? region;
}

function visible(region: HTMLElement, selector: string): HTMLElement | undefined {
  return [...region.querySelectorAll<HTMLElement>(selector)].find(
    (element) => element.getClientRects().length > 0,
  );
}
