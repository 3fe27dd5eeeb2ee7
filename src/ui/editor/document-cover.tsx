import { sizeInWords } from "../kit/relative-time.tsx";
import { ProgressLine } from "../kit/progress-line.tsx";
import { EmptyState, ErrorState } from "../kit/state-message.tsx";
import type { OpenDocument } from "../state/documents.ts";
import { nameOf } from "../state/project-paths.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";

/** What stands in the place of the text when a file has none to show. `undefined` when it has. */
export function DocumentCover({ document }: { readonly document: OpenDocument }) {
  const { documents, editors, commands } = useWorkbench();
  const { path, content } = document;
  const name = nameOf(path);
  const close = { title: "Close", run: () => editors.close(path) };
  const terminal = { title: "Open a terminal", run: () => void commands.run("view.terminal") };
  switch (content.state) {
    case "text":
      return null;
    case "loading":
      return <ProgressLine label={`Reading ${name}`} />;
    case "binary":
      return (
        <EmptyState title={`${name} is not text`} action={terminal} otherActions={[close]}>
          It holds {sizeInWords(content.sizeBytes)} of binary data, which the editor would damage. Look at it
          with a program in the terminal.
        </EmptyState>
      );
    case "too-large":
      return (
        <EmptyState title={`${name} is too large for the editor`} action={terminal} otherActions={[close]}>
          It holds {sizeInWords(content.sizeBytes)}; the editor opens up to 5 MB so that the tab stays quick.
          Search it or cut it with a program in the terminal.
        </EmptyState>
      );
    case "gone":
      return (
        <EmptyState title={`${name} is not there any more`} action={close}>
          It was deleted or renamed. If it comes back, it is shown here again.
        </EmptyState>
      );
    case "failed":
      return (
        <ErrorState
          title={`${name} cannot be read`}
          meaning={content.problem.message}
          action={{ title: "Try again", run: () => void documents.revert(path) }}
          otherActions={[close]}
        />
      );
  }
}
