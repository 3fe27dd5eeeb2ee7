import { lazy, Suspense } from "react";
import type { DiffViewProps } from "../kit/diff-view.ts";
import { ProgressLine } from "../kit/progress-line.tsx";

const MonacoDiff = lazy(async () => ({ default: (await import("./monaco-diff.tsx")).MonacoDiff }));

/** A diff of one file, drawn by Monaco once it is loaded. */
export function DiffView(props: DiffViewProps) {
  return (
    <Suspense fallback={<ProgressLine label="Loading the diff" />}>
      <MonacoDiff {...props} />
    </Suspense>
  );
}
