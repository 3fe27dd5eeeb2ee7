import { Check, Copy, Download } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { ProjectFile, ProjectTemplate } from "../../contracts/shared-project.ts";
import { destinationsFor } from "../../sharing/destinations.ts";
import { selectForSharing } from "../../sharing/left-out.ts";
import { SHARING_LIMITS } from "../../sharing/limits.ts";
import { encodeProjectLink } from "../../sharing/project-link.ts";
import { writeProjectZip } from "../../sharing/project-zip.ts";
import { Button } from "../kit/button.tsx";
import { DialogFrame } from "../kit/dialog.tsx";
import { Checkbox } from "../kit/field.tsx";
import { ProgressLine } from "../kit/progress-line.tsx";
import { sizeInWords } from "../kit/relative-time.tsx";
import { StateDot } from "../kit/state-dot.tsx";
import { ErrorState } from "../kit/state-message.tsx";
import styles from "./share-dialog.module.css";

export interface ShareDialogProps {
  readonly projectName: string;
  /** The files as they are now; rejects with a sentence for a person. */
  readonly readFiles: () => Promise<readonly ProjectFile[]>;
  readonly template: ProjectTemplate | undefined;
  /** Where the IDE is served, without query and hash. */
  readonly address: string;
  readonly onClose: () => void;
}

/** The whole project as a link or a zip: how long it is, where it works, what is in it and what is not. */
export function ShareDialog(props: ShareDialogProps) {
  const [files, setFiles] = useState<readonly ProjectFile[]>();
  const [problem, setProblem] = useState<string>();
  const { readFiles } = props;
  useEffect(() => {
    let wanted = true;
    readFiles().then(
      (read) => wanted && setFiles(read),
      (error: unknown) => wanted && setProblem(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      wanted = false;
    };
  }, [readFiles]);
  return (
    <DialogFrame title={`Share ${props.projectName}`} onClose={props.onClose} width={600}>
      {problem === undefined ? null : (
        <ErrorState title="The project could not be read" meaning="Nothing was shared." detail={problem} />
      )}
      {files ? <Shared {...props} files={files} /> : null}
      {files || problem !== undefined ? null : <ProgressLine label="Reading the project" />}
    </DialogFrame>
  );
}

function Shared({
  files,
  projectName,
  template,
  address,
}: ShareDialogProps & { readonly files: readonly ProjectFile[] }) {
  const [keep, setKeep] = useState<ReadonlySet<string>>(new Set());
  const selection = useMemo(() => selectForSharing(files, keep), [files, keep]);
  const link = useMemo(() => {
    const project = {
      name: projectName,
      files: selection.files,
      emptyFolders: [],
      leftOut: selection.leftOut,
    };
    return address + encodeProjectLink(project, template).hash;
  }, [address, projectName, selection, template]);
  const leavable = files.filter(
    ({ path }) => keep.has(path) || selection.leftOut.some((each) => each.path === path),
  );
  return (
    <div className={styles["body"]}>
      <p className={styles["promise"]}>
        The link holds the project itself, so nothing is uploaded and nobody can take it down. It opens as
        untrusted: nothing of it runs until the other person says so. It carries no keys, approvals or
        settings.
      </p>
      <LinkRow link={link} name={projectName} />
      <Meter characters={link.length} />
      <div className={styles["zip"]}>
        <Button
          icon={<Download size={14} />}
          onClick={() => saveZip(projectName, writeProjectZip({ files: selection.files, emptyFolders: [] }))}
        >
          Download as zip
        </Button>
      </div>
      <Weights files={selection.files} />
      {leavable.length > 0 ? (
        <fieldset className={styles["left"]}>
          <legend>Left out</legend>
          {leavable.slice(0, 50).map(({ path }) => (
            <Checkbox
              key={path}
              label={`Include ${path}`}
              hint={selection.leftOut.find((each) => each.path === path)?.reason ?? "included by you"}
              checked={keep.has(path)}
              onChange={(include) =>
                setKeep(
                  include ? new Set([...keep, path]) : new Set([...keep].filter((each) => each !== path)),
                )
              }
            />
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}

function LinkRow({ link, name }: { readonly link: string; readonly name: string }) {
  const tooLong = link.length > SHARING_LIMITS.linkCharacters;
  return (
    <div className={styles["link"]}>
      <input
        className={styles["address"]}
        readOnly
        aria-label="Link"
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={link} title="Copy link" disabled={tooLong} primary />
      <CopyButton text={`[${name}](${link})`} title="Copy as Markdown" disabled={tooLong} />
    </div>
  );
}

const COPIED_MS = 2_000;

function CopyButton({
  text,
  title,
  disabled,
  primary = false,
}: {
  readonly text: string;
  readonly title: string;
  readonly disabled: boolean;
  readonly primary?: boolean;
}) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  useEffect(() => {
    if (state === "idle") return undefined;
    const timer = setTimeout(() => setState("idle"), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <Button
      variant={primary ? "primary" : "normal"}
      disabled={disabled}
      icon={state === "copied" ? <Check size={14} /> : <Copy size={14} />}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => setState("copied"),
          () => setState("refused"),
        );
      }}
    >
      {state === "copied" ? "Copied" : state === "refused" ? "Select and copy it" : title}
    </Button>
  );
}

const count = new Intl.NumberFormat("en");

function Meter({ characters }: { readonly characters: number }) {
  return (
    <div className={styles["meter"]}>
      <p>{count.format(characters)} characters. It works in:</p>
      <ul>
        {destinationsFor(characters).map(({ name, characters: limit, works }) => (
          <li key={name}>
            <StateDot tone={works ? "ok" : "error"}>
              {name}: {works ? "yes" : "too long"}
            </StateDot>
            <span className={styles["limit"]}>up to {count.format(limit)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const LISTED = 5;

function Weights({ files }: { readonly files: readonly ProjectFile[] }) {
  const heaviest = files.toSorted((a, b) => b.bytes.length - a.bytes.length).slice(0, LISTED);
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return (
    <details className={styles["weights"]}>
      <summary>
        {count.format(files.length)} files, {sizeInWords(total)} before packing
      </summary>
      <ul>
        {heaviest.map(({ path, bytes }) => (
          <li key={path}>
            <code>{path}</code> <span className={styles["limit"]}>{sizeInWords(bytes.length)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function saveZip(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = `${name.replaceAll(/[^\w.-]+/g, "-") || "project"}.zip`;
  anchor.click();
  // The download reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
