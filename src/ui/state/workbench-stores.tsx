import { createContext, useContext, type ReactNode } from "react";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { type CommandRegistry, createCommandRegistry } from "./commands.ts";
import { createDocuments, type Documents } from "./documents.ts";
import { createEditorsStore, type EditorsStore } from "./editors.ts";
import { createEngineStore, type EngineStore } from "./engine.ts";
import { createLayoutStore, type LayoutStore } from "./layout.ts";
import type { Memory } from "./memory.ts";
import { createNoticesStore, type NoticesStore } from "./notices.ts";
import { createProblemsStore, type ProblemsStore } from "./problems.ts";
import { createProjectFiles, type ProjectFiles } from "./project-files.ts";
import { createSettingsStore, type SettingsStore } from "./settings.ts";
import { createTerminalsStore, type TerminalsStore } from "./terminals.ts";
import { createThemeStore, type ThemeStore } from "./theme.ts";

/** One store per subject; none knows another. What crosses them is written in the host. */
export interface WorkbenchStores {
  readonly layout: LayoutStore;
  readonly theme: ThemeStore;
  readonly commands: CommandRegistry;
  readonly files: ProjectFiles;
  readonly documents: Documents;
  readonly editors: EditorsStore;
  readonly terminals: TerminalsStore;
  readonly problems: ProblemsStore;
  readonly settings: SettingsStore;
  readonly engine: EngineStore;
  readonly notices: NoticesStore;
}

export interface WorkbenchStoresOptions {
  /** Of the person, for every project. */
  readonly memory: Memory;
  /** Of this project. */
  readonly projectMemory: Memory;
  readonly engineLabel: string;
  /** Asked before a tab of a file goes. */
  readonly mayCloseFile: (path: string, stores: WorkbenchStores) => boolean;
}

export function createWorkbenchStores(options: WorkbenchStoresOptions): WorkbenchStores & Disposable {
  const owned = new DisposableStore();
  const notices = createNoticesStore();
  const files = createProjectFiles(options.projectMemory);
  const stores: WorkbenchStores = {
    layout: owned.add(createLayoutStore(options.projectMemory)),
    theme: owned.add(createThemeStore(options.memory)),
    commands: createCommandRegistry((command, error) =>
      notices.show({ tone: "warn", text: `"${command.title}" did not work: ${String(error)}` }),
    ),
    files,
    documents: owned.add(createDocuments(files, options.projectMemory)),
    editors: createEditorsStore(options.projectMemory, (path) => options.mayCloseFile(path, stores)),
    terminals: createTerminalsStore(),
    problems: createProblemsStore(),
    settings: createSettingsStore(options.memory),
    engine: createEngineStore(options.engineLabel),
    notices,
  };
  return { ...stores, dispose: () => owned.dispose() };
}

const StoresContext = createContext<WorkbenchStores | undefined>(undefined);

export function WorkbenchStoresProvider({
  stores,
  children,
}: {
  readonly stores: WorkbenchStores;
  readonly children: ReactNode;
}) {
  return <StoresContext value={stores}>{children}</StoresContext>;
}

export function useWorkbench(): WorkbenchStores {
  const stores = useContext(StoresContext);
  if (!stores) throw new Error("There are no workbench stores around this component.");
  return stores;
}
