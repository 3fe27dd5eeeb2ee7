import "@fontsource-variable/jetbrains-mono/wght.css";
import "../../ui/kit/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { memoryInStorage } from "../../ui/state/memory.ts";
import { createThemeStore } from "../../ui/state/theme.ts";
import { Page } from "./page.tsx";

const memory = memoryInStorage("tabwright.");
// The colours of the first paint; each project page follows the choice from then on.
createThemeStore(memory).dispose();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no place for the application.");
createRoot(root).render(
  <StrictMode>
    <Page memory={memory} />
  </StrictMode>,
);
