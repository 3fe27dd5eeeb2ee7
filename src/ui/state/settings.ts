import { isRecord, type Memory } from "./memory.ts";
import { createStore, type Store } from "./store.ts";

/** Choices of the person for this browser. Model keys are not here: they live with the agent. */
export interface Settings {
  readonly editorFontSize: number;
  readonly editorTabSize: number;
  readonly editorWordWrap: boolean;
  readonly editorMinimap: boolean;
  readonly editorWhitespace: boolean;
  readonly editorAutoSave: boolean;
  readonly terminalFontSize: number;
  readonly terminalScrollback: number;
  readonly terminalScreenReader: boolean;
  readonly hideIgnoredFiles: boolean;
}

export const FIRST_SETTINGS: Settings = {
  editorFontSize: 13,
  editorTabSize: 2,
  editorWordWrap: false,
  editorMinimap: false,
  editorWhitespace: false,
  editorAutoSave: false,
  terminalFontSize: 13,
  terminalScrollback: 5000,
  terminalScreenReader: false,
  hideIgnoredFiles: false,
};

const RANGES: Readonly<Partial<Record<keyof Settings, readonly [number, number]>>> = {
  editorFontSize: [8, 40],
  editorTabSize: [1, 8],
  terminalFontSize: [8, 40],
  terminalScrollback: [100, 100_000],
};

export interface SettingsStore {
  readonly store: Store<Settings>;
  change(settings: Partial<Settings>): void;
}

export function createSettingsStore(memory: Memory): SettingsStore {
  const store = createStore<Settings>(readSettings(memory.read("settings")));
  return {
    store,
    change(changed) {
      store.setState(readSettings({ ...store.getState(), ...changed }));
      memory.write("settings", store.getState());
    },
  };
}

/** Settings as any build may have written them; a value that is wrong or out of range is the first one. */
export function readSettings(foreign: unknown): Settings {
  if (!isRecord(foreign)) return FIRST_SETTINGS;
  const read: Record<string, unknown> = { ...FIRST_SETTINGS };
  for (const [name, first] of Object.entries(FIRST_SETTINGS)) {
    const value = foreign[name];
    if (typeof value !== typeof first) continue;
    const range = RANGES[name as keyof Settings];
    if (range && !(typeof value === "number" && value >= range[0] && value <= range[1])) continue;
    read[name] = value;
  }
  return read as unknown as Settings;
}
