import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronRight, File, FileQuestionMark, Folder } from "lucide-react";
import { useEffect, useMemo, useRef, type CSSProperties, type KeyboardEvent } from "react";
import { createTypeAhead, movedIndex } from "../kit/list-keys.ts";
import { parentOf } from "../state/project-paths.ts";
import type { TreeRow } from "../state/tree-rows.ts";
import type { IsIgnored } from "./ignored-paths.ts";
import { NameField } from "./name-field.tsx";
import styles from "./files-panel.module.css";

const ROW_HEIGHT = matchMedia("(pointer: coarse)").matches ? 36 : 24;

/** A name that is being typed: for a new file or folder in a folder, or for a row that is renamed. */
export type NameEdit =
  | { readonly kind: "file" | "folder"; readonly folder: string }
  | { readonly kind: "rename"; readonly path: string };

export interface FileTreeProps {
  readonly rows: readonly TreeRow[];
  readonly selected: string | undefined;
  readonly isIgnored: IsIgnored;
  readonly dirty: ReadonlySet<string>;
  readonly edit: NameEdit | undefined;
  readonly onSelect: (row: TreeRow) => void;
  readonly onToggle: (path: string, open: boolean) => void;
  readonly onOpen: (path: string, keep: boolean) => void;
  readonly onEdited: (name: string | undefined) => void;
  readonly onWrong: (message: string | undefined) => void;
  readonly onMenu: (row: TreeRow | undefined, event: React.MouseEvent<HTMLElement>) => void;
  /** Keys that the tree does not use itself. */
  readonly onKey: (event: KeyboardEvent, row: TreeRow | undefined) => void;
}

/** The ARIA tree over a list of which only the visible rows are drawn; one row is the tab stop. */
export function FileTree(props: FileTreeProps) {
  const { rows, selected, onSelect } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const typeAhead = useMemo(createTypeAhead, []);
  const lines = useMemo(() => withNewRow(rows, props.edit), [rows, props.edit]);
  const active = Math.max(
    0,
    lines.findIndex((line) => line.kind !== "new" && line.kind !== "message" && line.path === selected),
  );
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  useEffect(() => {
    if (selected !== undefined) virtualizer.scrollToIndex(active, { align: "auto" });
  }, [virtualizer, selected, active]);
  const newLine = lines.findIndex(({ kind }) => kind === "new");
  useEffect(() => {
    if (newLine >= 0) virtualizer.scrollToIndex(newLine, { align: "auto" });
  }, [virtualizer, newLine]);

  const focusLine = (index: number): void => {
    const line = lines[index];
    if (!line || line.kind === "new") return;
    onSelect(line);
    virtualizer.scrollToIndex(index, { align: "auto" });
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const line = lines[active];
    if (line?.kind === "new" || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.floor((scroller.current?.clientHeight ?? 240) / ROW_HEIGHT) - 1;
    const names = lines.map((each) => ("name" in each ? each.name : ""));
    const next =
      movedIndex(event.key, active, lines.length, page) ??
      branchMove(event.key, lines, active, props.onToggle);
    const target = next ?? typeAhead.find(event.key, names, active, event.timeStamp);
    if (target !== undefined) {
      event.preventDefault();
      focusLine(target);
    } else if (line && line.kind !== "message" && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      if (line.kind === "directory") props.onToggle(line.path, !line.expanded);
      else props.onOpen(line.path, event.key === "Enter");
    } else props.onKey(event, line);
  };
  return (
    <div
      ref={scroller}
      className={styles["scroller"]}
      onContextMenu={(event) => event.target === event.currentTarget && props.onMenu(undefined, event)}
    >
      <div
        role="tree"
        tabIndex={-1}
        aria-label="Files of the project"
        className={styles["tree"]}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          return line ? (
            <Line
              key={`${line.kind}:${line.path}`}
              {...props}
              line={line}
              index={index}
              top={start}
              isStop={index === active}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}

type NewLine = { readonly kind: "new"; readonly path: string; readonly depth: number };
type Line = TreeRow | NewLine;

function withNewRow(rows: readonly TreeRow[], edit: NameEdit | undefined): readonly Line[] {
  if (!edit || edit.kind === "rename") return rows;
  const folder = rows.findIndex((row) => row.kind === "directory" && row.path === edit.folder);
  const depth = folder < 0 ? 0 : (rows[folder]?.depth ?? 0) + 1;
  return rows.toSpliced(folder + 1, 0, { kind: "new", path: edit.folder, depth } as unknown as TreeRow);
}

/** Left and right: open, close, go to the first child or to the parent. */
function branchMove(
  key: string,
  lines: readonly Line[],
  active: number,
  onToggle: FileTreeProps["onToggle"],
): number | undefined {
  const line = lines[active];
  if (!line || (key !== "ArrowLeft" && key !== "ArrowRight")) return undefined;
  const isFolder = line.kind === "directory";
  if (key === "ArrowRight") {
    if (isFolder && line.expanded) return active + 1 < lines.length ? active + 1 : active;
    if (isFolder) onToggle(line.path, true);
    return active;
  }
  if (isFolder && line.expanded) {
    onToggle(line.path, false);
    return active;
  }
  const parent = parentOf(line.path);
  const index = lines.findIndex((each) => each.kind === "directory" && each.path === parent);
  return index < 0 ? active : index;
}

function Line({
  line,
  index,
  top,
  isStop,
  ...props
}: FileTreeProps & {
  readonly line: Line;
  readonly index: number;
  readonly top: number;
  readonly isStop: boolean;
}) {
  const style = {
    transform: `translateY(${top}px)`,
    "--depth": line.depth,
    "--row-height": `${ROW_HEIGHT}px`,
  } as CSSProperties;
  if (line.kind === "new")
    return (
      <div className={styles["row"]} style={style} role="treeitem" aria-selected={false}>
        <span className={styles["twist"]} />
        <NameField
          label="Name"
          initial=""
          onDone={props.onEdited}
          onCancel={() => props.onEdited(undefined)}
          onWrong={props.onWrong}
        />
      </div>
    );
  if (line.kind === "message")
    return (
      <div
        className={`${styles["row"] ?? ""} ${styles["message"] ?? ""}`}
        style={style}
        role="treeitem"
        aria-selected={false}
        data-index={index}
        tabIndex={isStop ? 0 : -1}
      >
        <span className={styles["twist"]} />
        {line.text}
      </div>
    );
  const isFolder = line.kind === "directory";
  const isRenamed = props.edit?.kind === "rename" && props.edit.path === line.path;
  return (
    <div
      className={styles["row"]}
      style={style}
      role="treeitem"
      aria-level={line.depth + 1}
      aria-posinset={line.place}
      aria-setsize={line.siblings}
      aria-selected={props.selected === line.path}
      aria-expanded={isFolder ? line.expanded : undefined}
      data-index={index}
      data-dimmed={line.name.startsWith(".") || props.isIgnored(line.path, isFolder)}
      tabIndex={isStop ? 0 : -1}
      data-first-focus={isStop ? "" : undefined}
      title={line.path}
      onClick={() => {
        props.onSelect(line);
        if (isFolder) props.onToggle(line.path, !line.expanded);
        else props.onOpen(line.path, false);
      }}
      onDoubleClick={() => !isFolder && props.onOpen(line.path, true)}
      onContextMenu={(event) => props.onMenu(line, event)}
    >
      {isFolder ? (
        <ChevronRight className={styles["twist"]} data-open={line.expanded} aria-hidden="true" />
      ) : (
        <span className={styles["twist"]} />
      )}
      <RowIcon kind={line.kind} />
      {isRenamed ? (
        <NameField
          label={`New name of ${line.name}`}
          initial={line.name}
          onDone={props.onEdited}
          onCancel={() => props.onEdited(undefined)}
          onWrong={props.onWrong}
        />
      ) : (
        <span className={styles["name"]}>{line.name}</span>
      )}
      {props.dirty.has(line.path) ? <span className={styles["mark"]}>unsaved</span> : null}
    </div>
  );
}

function RowIcon({ kind }: { readonly kind: "file" | "directory" | "other" }) {
  const Icon = kind === "directory" ? Folder : kind === "file" ? File : FileQuestionMark;
  return <Icon className={styles["icon"]} aria-hidden="true" />;
}
