import { createStore, type Store } from "./store.ts";

/** Something the person did not cause and should know, or the chance to take back what they just did. */
export interface Notice {
  readonly id: number;
  readonly tone: "info" | "warn";
  readonly text: string;
  readonly action?: { readonly title: string; readonly run: () => void };
}

export interface NoticesState {
  readonly notices: readonly Notice[];
}

export interface NoticesStore {
  readonly store: Store<NoticesState>;
  show(notice: Omit<Notice, "id">): void;
  dismiss(id: number): void;
}

const AT_MOST = 3;

export function createNoticesStore(): NoticesStore {
  const store = createStore<NoticesState>({ notices: [] });
  let last = 0;
  return {
    store,
    show(notice) {
      last += 1;
      const id = last;
      store.setState(({ notices }) => ({
        notices: [...notices.filter(({ text }) => text !== notice.text), { ...notice, id }].slice(-AT_MOST),
      }));
    },
    dismiss: (id) => store.setState(({ notices }) => ({ notices: notices.filter((each) => each.id !== id) })),
  };
}
