/** The colour that a variable of `theme.css` has now, as `#rrggbb`; for Monaco and xterm, which cannot read variables. */
export function themeColour(name: string): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  return /^#[0-9a-f]{6}$/i.test(value) ? value : "#808080";
}
