import { FitAddon } from "@xterm/addon-fit";
import { SearchAddon } from "@xterm/addon-search";
import { WebLinksAddon } from "@xterm/addon-web-links";
import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import { type Disposable, DisposableStore, disposable } from "../../base/disposable.ts";
import type { Engine, TerminalSession } from "../../contracts/engine.ts";
import type { TerminalTab } from "../state/terminals.ts";
import type { WorkbenchStores } from "../state/workbench-stores.tsx";
import { ChunkedWriter } from "./chunked-writer.ts";
import { fileLinks } from "./file-links.ts";
import { terminalTheme } from "./terminal-theme.ts";

export interface LiveTerminal {
  /** Holds the drawn screen; it may be put anywhere. */
  readonly element: HTMLElement;
  focus(): void;
  /** Fits the screen to the place it stands in. */
  fit(): void;
  find(text: string, direction: "next" | "previous"): boolean;
  clear(): void;
}

/** The screens and shells of all terminal tabs. They live on while the panel is closed. */
export interface LiveTerminals extends Disposable {
  get(id: string): LiveTerminal | undefined;
}

const all = new WeakMap<WorkbenchStores, LiveTerminals>();

/** One set of screens per workbench. */
export function liveTerminalsOf(stores: WorkbenchStores): LiveTerminals {
  const known = all.get(stores);
  if (known) return known;
  const created = new Screens(stores);
  all.set(stores, created);
  return created;
}

class Screens implements LiveTerminals {
  readonly #stores: WorkbenchStores;
  readonly #screens = new Map<string, Screen>();
  readonly #owned = new DisposableStore();

  constructor(stores: WorkbenchStores) {
    this.#stores = stores;
    this.#owned.add(disposable(stores.terminals.store.subscribe(() => this.#follow())));
    this.#owned.add(disposable(stores.engine.subscribe(() => this.#follow())));
    this.#owned.add(disposable(stores.theme.store.subscribe(() => this.#restyle())));
    this.#owned.add(disposable(stores.settings.store.subscribe(() => this.#restyle())));
    this.#follow();
  }

  get(id: string): LiveTerminal | undefined {
    return this.#screens.get(id);
  }

  dispose(): void {
    this.#owned.dispose();
    for (const screen of this.#screens.values()) screen.dispose();
    this.#screens.clear();
  }

  #follow(): void {
    const { tabs } = this.#stores.terminals.store.getState();
    for (const [id, screen] of this.#screens)
      if (!tabs.some((tab) => tab.id === id)) {
        this.#screens.delete(id);
        screen.dispose();
      }
    for (const tab of tabs) {
      let screen = this.#screens.get(tab.id);
      if (!screen) {
        screen = new Screen(tab.id, this.#stores);
        this.#screens.set(tab.id, screen);
      }
      screen.follow(tab, this.#stores.engine.getState().engine);
    }
  }

  #restyle(): void {
    for (const screen of this.#screens.values()) screen.restyle();
  }
}

class Screen implements LiveTerminal, Disposable {
  readonly element = document.createElement("div");
  readonly #id: string;
  readonly #stores: WorkbenchStores;
  readonly #terminal: Terminal;
  readonly #fitting = new FitAddon();
  readonly #search = new SearchAddon();
  readonly #writer: ChunkedWriter;
  #generation = 0;
  #session: TerminalSession | undefined;
  #disposed = false;

  constructor(id: string, stores: WorkbenchStores) {
    this.#id = id;
    this.#stores = stores;
    this.#terminal = new Terminal({
      allowProposedApi: false,
      cursorBlink: false,
      fontFamily: '"JetBrains Mono Variable", ui-monospace, Menlo, Consolas, monospace',
      ...optionsNow(stores),
    });
    this.#terminal.loadAddon(this.#fitting);
    this.#terminal.loadAddon(this.#search);
    this.#terminal.loadAddon(new WebLinksAddon((_event, address) => openOutside(address)));
    this.#terminal.registerLinkProvider({
      provideLinks: (row, give) => give(this.#linksIn(row)),
    });
    this.#terminal.attachCustomKeyEventHandler((event) => this.#takesKey(event));
    this.#terminal.onData((data) => this.#session?.write(data));
    this.#terminal.onResize(({ cols, rows }) => this.#session?.resize({ columns: cols, rows }));
    this.#writer = new ChunkedWriter((text, drawn) => this.#terminal.write(text, drawn));
    this.element.style.height = "100%";
    this.#terminal.open(this.element);
    this.#terminal.textarea?.setAttribute("data-first-focus", "");
  }

  follow(tab: TerminalTab, engine: Engine | undefined): void {
    if (tab.shell.state !== "waiting-for-engine" || !engine || this.#generation === tab.generation) return;
    this.#generation = tab.generation;
    // The store is telling its listeners just now.
    queueMicrotask(() => void this.#start(engine, tab.generation));
  }

  focus(): void {
    this.#terminal.focus();
  }

  fit(): void {
    if (this.element.clientWidth > 0 && this.element.clientHeight > 0) this.#fitting.fit();
  }

  find(text: string, direction: "next" | "previous"): boolean {
    return direction === "next" ? this.#search.findNext(text) : this.#search.findPrevious(text);
  }

  clear(): void {
    this.#terminal.clear();
  }

  restyle(): void {
    Object.assign(this.#terminal.options, optionsNow(this.#stores));
    this.fit();
  }

  dispose(): void {
    this.#disposed = true;
    this.#session?.dispose();
    this.#writer.close();
    this.#terminal.dispose();
    this.element.remove();
  }

  async #start(engine: Engine, generation: number): Promise<void> {
    const { terminals } = this.#stores;
    terminals.tell(this.#id, { state: "starting" });
    this.#session?.dispose();
    this.#session = undefined;
    if (generation > 1) this.#writer.push("\r\n");
    this.fit();
    const opened = await engine.openTerminal({ columns: this.#terminal.cols, rows: this.#terminal.rows });
    if (this.#disposed || this.#generation !== generation) {
      if (opened.ok) opened.value.dispose();
      return;
    }
    if (!opened.ok) {
      terminals.tell(this.#id, { state: "failed", message: opened.problem.message });
      return;
    }
    const session = opened.value;
    this.#session = session;
    session.output.subscribe((text) => this.#writer.push(text));
    terminals.tell(this.#id, { state: "running" });
    const exitCode = await session.exit;
    if (!this.#disposed && this.#session === session) terminals.tell(this.#id, { state: "ended", exitCode });
  }

  /** `false`: the key is not for the shell. */
  #takesKey(event: KeyboardEvent): boolean {
    if (event.type !== "keydown") return true;
    const isCopy =
      event.code === "KeyC" && event.ctrlKey && (event.shiftKey || this.#terminal.hasSelection());
    if (isCopy && this.#terminal.hasSelection()) {
      event.preventDefault();
      void navigator.clipboard.writeText(this.#terminal.getSelection());
      this.#terminal.clearSelection();
      return false;
    }
    // Left to the browser, which pastes.
    return !(event.code === "KeyV" && event.ctrlKey);
  }

  #linksIn(row: number) {
    const line = this.#terminal.buffer.active.getLine(row - 1)?.translateToString(true) ?? "";
    const root = this.#stores.files.backend()?.projectRoot ?? "/";
    return fileLinks(line, root).map(({ path, line: at, column, start, end }) => ({
      text: line.slice(start, end),
      range: { start: { x: start + 1, y: row }, end: { x: end, y: row } },
      activate: () =>
        this.#stores.editors.openFile(path, {
          place: column === undefined ? { line: at } : { line: at, column },
        }),
    }));
  }
}

function optionsNow({ settings, theme }: WorkbenchStores) {
  const { terminalFontSize, terminalScrollback, terminalScreenReader } = settings.store.getState();
  return {
    fontSize: terminalFontSize,
    scrollback: terminalScrollback,
    screenReaderMode: terminalScreenReader,
    minimumContrastRatio: theme.store.getState().drawn === "contrast" ? 7 : 4.5,
    theme: terminalTheme(theme.store.getState().drawn),
  };
}

function openOutside(address: string): void {
  if (/^https?:\/\//.test(address)) window.open(address, "_blank", "noopener,noreferrer");
}
