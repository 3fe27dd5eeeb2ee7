import type * as Monaco from "monaco-editor";
import { themeColour } from "../kit/theme-colours.ts";
import type { DrawnTheme } from "../state/theme.ts";

const BASES = { light: "vs", dark: "vs-dark", contrast: "hc-black" } as const;

/** Draws Monaco in the colours that the page has now. */
export function applyMonacoTheme(monaco: typeof Monaco, drawn: DrawnTheme): void {
  const colour = (name: string): string => themeColour(name);
  monaco.editor.defineTheme("tabwright", {
    base: BASES[drawn],
    inherit: true,
    rules: [],
    colors: {
      "editor.background": colour("surface"),
      "editor.foreground": colour("text"),
      "editorGutter.background": colour("surface"),
      "editorLineNumber.foreground": colour("muted"),
      "editorLineNumber.activeForeground": colour("text"),
      "editor.lineHighlightBorder": "#00000000",
      "editor.lineHighlightBackground": `${colour("hover")}80`,
      "editor.selectionBackground": colour("selected"),
      "editor.wordHighlightBackground": `${colour("selected")}99`,
      "editor.wordHighlightTextBackground": `${colour("selected")}99`,
      "editor.wordHighlightStrongBackground": colour("selected"),
      "editor.selectionHighlightBackground": `${colour("selected")}99`,
      "editorWidget.background": colour("raised"),
      "editorWidget.border": colour("border"),
      "editorHoverWidget.background": colour("raised"),
      "editorHoverWidget.border": colour("border"),
      "editorSuggestWidget.selectedBackground": colour("selected"),
      "editorError.foreground": colour("error"),
      "editorWarning.foreground": colour("warn"),
      "editorInfo.foreground": colour("info"),
      "input.background": colour("surface"),
      "input.border": colour("border-strong"),
      "diffEditor.insertedLineBackground": colour("diff-added"),
      "diffEditor.insertedTextBackground": `${colour("diff-added-strong")}99`,
      "diffEditor.removedLineBackground": colour("diff-removed"),
      "diffEditor.removedTextBackground": `${colour("diff-removed-strong")}99`,
      focusBorder: colour("focus"),
      "scrollbar.shadow": "#00000000",
    },
  });
  monaco.editor.setTheme("tabwright");
}
