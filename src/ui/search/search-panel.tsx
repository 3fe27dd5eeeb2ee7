import { useVirtualizer } from "@tanstack/react-virtual";
import { CaseSensitive, Regex, WholeWord } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../kit/button.tsx";
import { TextField } from "../kit/field.tsx";
import { movedIndex } from "../kit/list-keys.ts";
import { ProgressLine } from "../kit/progress-line.tsx";
import { EmptyState } from "../kit/state-message.tsx";
import { nameOf, parentOf } from "../state/project-paths.ts";
import type { ProjectFiles } from "../state/project-files.ts";
import { useStore } from "../state/store.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import { type FileMatches, searchFiles } from "./search-files.ts";
import { type LineMatch, searchPattern, type SearchQuery } from "./search-text.ts";
import styles from "./search-panel.module.css";

const START_AFTER_MS = 180;

interface Found {
  readonly state: "idle" | "searching" | "done";
  readonly results: readonly FileMatches[];
  readonly files: number;
  readonly cut: boolean;
  readonly wrong: string | undefined;
}

const NOTHING: Found = { state: "idle", results: [], files: 0, cut: false, wrong: undefined };

/** Search in all files of the project, with results as they are found. */
export function SearchPanel() {
  const { files } = useWorkbench();
  const connected = useStore(files.store, (state) => state.connected);
  const [query, setQuery] = useState<SearchQuery>({
    text: "",
    matchCase: false,
    wholeWord: false,
    regularExpression: false,
  });
  const found = useSearch(files, query);
  const set = (part: Partial<SearchQuery>): void => setQuery({ ...query, ...part });
  return (
    <div className={styles["panel"]}>
      <div className={styles["form"]}>
        <TextField
          label="Search in files"
          hideLabel
          placeholder="Search in files"
          data-first-focus=""
          value={query.text}
          error={found.wrong === undefined ? undefined : `This is not a pattern. ${found.wrong}`}
          onChange={(text) => set({ text })}
        />
        <div className={styles["options"]} role="group" aria-label="How to search">
          <IconButton
            label="Match case"
            icon={<CaseSensitive size={16} />}
            pressed={query.matchCase}
            onClick={() => set({ matchCase: !query.matchCase })}
          />
          <IconButton
            label="Whole words"
            icon={<WholeWord size={16} />}
            pressed={query.wholeWord}
            onClick={() => set({ wholeWord: !query.wholeWord })}
          />
          <IconButton
            label="Regular expression"
            icon={<Regex size={16} />}
            pressed={query.regularExpression}
            onClick={() => set({ regularExpression: !query.regularExpression })}
          />
        </div>
      </div>
      {found.state === "searching" ? <ProgressLine label="Searching" /> : null}
      {query.text === "" ? null : (
        <p className={styles["summary"]} role="status">
          {summary(found)}
        </p>
      )}
      {query.text === "" && !connected ? (
        <EmptyState title="The engine is starting">Files can be searched as soon as it is ready.</EmptyState>
      ) : null}
      <Results results={found.results} />
    </div>
  );
}

function summary({ state, results, files, cut, wrong }: Found): string {
  if (wrong !== undefined) return "";
  const matches = results.reduce((sum, each) => sum + each.matches.length, 0);
  if (state === "searching") return matches === 0 ? "Searching" : `${matches} so far`;
  if (matches === 0) return `Nothing found in ${files} files. Generated folders are left out.`;
  const where = `${matches} in ${results.length} ${results.length === 1 ? "file" : "files"}`;
  return cut ? `The first ${where}. Search for more letters to see others.` : where;
}

function useSearch(files: ProjectFiles, query: SearchQuery): Found {
  const [found, setFound] = useState<Found>(NOTHING);
  const revision = useStore(files.store, (state) => (query.text === "" ? 0 : state.revision));
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      run(files, query, stop.signal, setFound).catch((error: unknown) => {
        if (!stop.signal.aborted) setFound({ ...NOTHING, state: "done", wrong: String(error) });
      });
    }, START_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [files, query, revision]);
  return query.text === "" ? NOTHING : found;
}

async function run(
  files: ProjectFiles,
  query: SearchQuery,
  signal: AbortSignal,
  tell: (found: Found) => void,
): Promise<void> {
  if (query.text === "") return;
  const made = searchPattern(query);
  if ("wrong" in made) return tell({ ...NOTHING, state: "done", wrong: made.wrong });
  const results: FileMatches[] = [];
  const search = searchFiles(files, made.pattern, signal);
  let told = performance.now();
  let step = await search.next();
  while (step.done !== true) {
    results.push(step.value);
    if (performance.now() - told > 100) {
      told = performance.now();
      tell({ ...NOTHING, state: "searching", results: [...results] });
    }
    step = await search.next();
  }
  if (!signal.aborted)
    tell({ ...NOTHING, state: "done", results, files: step.value.files, cut: step.value.cut });
}

type ResultRow =
  | { readonly kind: "file"; readonly path: string; readonly count: number }
  | { readonly kind: "match"; readonly path: string; readonly match: LineMatch };

function Results({ results }: { readonly results: readonly FileMatches[] }) {
  const { editors } = useWorkbench();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const rows: ResultRow[] = results.flatMap(({ path, matches }) => [
    { kind: "file", path, count: matches.length },
    ...matches.map((match): ResultRow => ({ kind: "match", path, match })),
  ]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 24,
    overscan: 12,
  });
  const open = (row: ResultRow, focus: boolean): void => {
    const place = row.kind === "match" ? { line: row.match.line, column: row.match.column } : undefined;
    editors.openFile(row.path, { preview: !focus, focus, ...(place ? { place } : {}) });
  };
  const go = (index: number): void => {
    setActive(index);
    virtualizer.scrollToIndex(index, { align: "auto" });
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus(),
    );
  };
  return (
    <div ref={scroller} className={styles["results"]}>
      <div
        style={{ height: virtualizer.getTotalSize(), position: "relative" }}
        role="list"
        aria-label="Results"
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div key={index} role="listitem">
              <button
                type="button"
                className={styles["row"]}
                style={{ transform: `translateY(${start}px)` }}
                data-index={index}
                data-active={index === active}
                tabIndex={index === Math.min(active, rows.length - 1) ? 0 : -1}
                onClick={() => {
                  setActive(index);
                  open(row, false);
                }}
                onDoubleClick={() => open(row, true)}
                onKeyDown={(event) => {
                  const next = movedIndex(event.key, index, rows.length);
                  if (next === undefined) return;
                  event.preventDefault();
                  go(next);
                }}
              >
                {row.kind === "file" ? (
                  <>
                    <span className={styles["file"]}>{nameOf(row.path)}</span>
                    <span className={styles["folder"]}>
                      {parentOf(row.path)} {row.count}
                    </span>
                  </>
                ) : (
                  <span className={styles["line"]}>
                    {row.match.text.slice(0, row.match.start)}
                    <mark>{row.match.text.slice(row.match.start, row.match.end)}</mark>
                    {row.match.text.slice(row.match.end)}
                  </span>
                )}
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}
