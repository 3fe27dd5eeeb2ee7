import { type Disposable, disposable } from "../../base/disposable.ts";
import { createStore, type Store } from "./store.ts";

/** Something a person can do: it stands in the palette, in menus and in tooltips, and its keys work everywhere. */
export interface Command {
  readonly id: string;
  /** A verb phrase: "Save all files". */
  readonly title: string;
  /** The heading it stands under in the palette and the list of shortcuts. */
  readonly group: string;
  /** Such as `Mod+Shift+P`. The first is the one that is shown. */
  readonly keys?: readonly string[];
  /** Whether it can be done now; always, without it. */
  readonly when?: () => boolean;
  readonly run: () => void | Promise<void>;
  /** Not offered in the palette, such as the palette itself. */
  readonly hidden?: boolean;
}

export interface CommandsState {
  readonly commands: readonly Command[];
}

export interface CommandRegistry {
  readonly store: Store<CommandsState>;
  /** Disposing takes the commands back. An id that is there already is a mistake in the program and throws. */
  register(...commands: readonly Command[]): Disposable;
  /** `false` when there is no such command or it cannot be done now. */
  run(id: string): boolean;
  /** The first keys of a command, for a tooltip. */
  keysOf(id: string): string | undefined;
}

/** `onFailure` hears what a command threw or rejected with. */
export function createCommandRegistry(
  onFailure: (command: Command, error: unknown) => void,
): CommandRegistry {
  const store = createStore<CommandsState>({ commands: [] });
  const find = (id: string): Command | undefined =>
    store.getState().commands.find((command) => command.id === id);
  return {
    store,
    register(...added) {
      const ids = new Set(store.getState().commands.map(({ id }) => id));
      for (const { id } of added) {
        if (ids.has(id)) throw new Error(`There is already a command with the id ${id}.`);
        ids.add(id);
      }
      store.setState(({ commands }) => ({ commands: [...commands, ...added] }));
      return disposable(() =>
        store.setState(({ commands }) => ({ commands: commands.filter((each) => !added.includes(each)) })),
      );
    },
    run(id) {
      const command = find(id);
      if (!command || command.when?.() === false) return false;
      runCommand(command, onFailure);
      return true;
    },
    keysOf: (id) => find(id)?.keys?.[0],
  };
}

function runCommand(command: Command, onFailure: (command: Command, error: unknown) => void): void {
  try {
    const running = command.run();
    if (running) running.catch((error: unknown) => onFailure(command, error));
  } catch (error) {
    onFailure(command, error);
  }
}
