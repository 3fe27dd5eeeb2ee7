import type { ComponentType, ReactNode } from "react";
import type { MenuEntry } from "../kit/menu.tsx";

/** A view that a part gives to the workbench: one tab of the side or bottom panel, one screen on a phone. */
export interface WorkbenchView {
  readonly id: string;
  readonly title: string;
  readonly icon: ReactNode;
  readonly content: ReactNode;
  /** Drawn beside the title or on the icon, such as a count. */
  readonly Badge?: ComponentType;
  /** Buttons at the right end of the panel's heading while the view is shown. */
  readonly actions?: ReactNode;
  /** The command that shows the view, for its keys. */
  readonly command?: string;
}

export interface WorkbenchProps {
  readonly projectName: string;
  readonly projectMenu: () => readonly MenuEntry[];
  /** Engine and trust. */
  readonly chips: ReactNode;
  /** Such as Share. */
  readonly titleActions: ReactNode;
  /** In the order of the rail. */
  readonly sideViews: readonly WorkbenchView[];
  /** In the order of the tabs. */
  readonly bottomViews: readonly WorkbenchView[];
  readonly agent: WorkbenchView;
  readonly editor: ReactNode;
  readonly status: ReactNode;
  /** Dialogs and palettes. */
  readonly overlays: ReactNode;
}
