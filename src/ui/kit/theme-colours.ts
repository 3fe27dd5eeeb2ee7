/** The colour that a variable of `theme.css` has now, as `#rrggbb`; for Monaco and xterm, which cannot read variables. */
export function themeColour(name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  document.documentElement.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  return hexOf(computed);
}

/** `rgb(1, 2, 3)` as `#010203`; the alpha of a colour is left out. */
export function hexOf(computed: string): string {
  const parts = /^rgba?\((\d+),\s*(\d+),\s*(\d+)/.exec(computed);
  if (!parts) return "#808080";
  return `#${parts
    .slice(1, 4)
    .map((part) => Number(part).toString(16).padStart(2, "0"))
    .join("")}`;
}
