import type { ITheme } from "@xterm/xterm";
import { themeColour } from "../kit/theme-colours.ts";
import type { DrawnTheme } from "../state/theme.ts";

/** Programs choose from sixteen colours; these are readable on our surfaces. */
const LIGHT = {
  black: "#1c2128",
  magenta: "#8a3fb5",
  cyan: "#0b6e7a",
  white: "#57606a",
  brightBlack: "#57606a",
  brightMagenta: "#7a2fa5",
  brightCyan: "#085c66",
  brightWhite: "#1c2128",
};
const DARK = {
  black: "#3a424d",
  magenta: "#d2a8ff",
  cyan: "#76dbe6",
  white: "#c9d1d9",
  brightBlack: "#8b949e",
  brightMagenta: "#e2c5ff",
  brightCyan: "#a5ecf3",
  brightWhite: "#ffffff",
};

/** The colours of a terminal from those that the page has now. */
export function terminalTheme(drawn: DrawnTheme): ITheme {
  return {
    ...(drawn === "light" ? LIGHT : DARK),
    background: themeColour("surface"),
    foreground: themeColour("text"),
    cursor: themeColour("text"),
    cursorAccent: themeColour("surface"),
    selectionBackground: themeColour("selected"),
    red: themeColour("error"),
    brightRed: themeColour("error"),
    green: themeColour("ok"),
    brightGreen: themeColour("ok"),
    yellow: themeColour("warn"),
    brightYellow: themeColour("warn"),
    blue: themeColour("accent"),
    brightBlue: themeColour("accent"),
  };
}
