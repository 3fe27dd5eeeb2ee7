import { FileArchive, FlaskConical, Folder, Link2, Trash2 } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { Button, IconButton } from "../kit/button.tsx";
import { TextField } from "../kit/field.tsx";
import { ProgressLine } from "../kit/progress-line.tsx";
import { RelativeTime } from "../kit/relative-time.tsx";
import { StateDot, type StateTone } from "../kit/state-dot.tsx";
import { ErrorState } from "../kit/state-message.tsx";
import { TooltipLayer } from "../kit/tooltip-layer.tsx";
import styles from "./start-page.module.css";

export interface RecentProject {
  readonly id: string;
  readonly name: string;
  /** Where it came from, in words. */
  readonly origin: string;
  readonly openedAt: number;
}

export interface StartPageProps {
  readonly recent: readonly RecentProject[] | undefined;
  readonly folders: readonly { readonly id: string; readonly label: string }[];
  /** Which engine runs projects here, and why. */
  readonly engine: { readonly tone: StateTone; readonly name: string; readonly why: string };
  /** What kept the last wish from coming true. */
  readonly problem: string | undefined;
  /** What is being opened. */
  readonly busy: string | undefined;
  readonly onSample: () => void;
  readonly onEmpty: () => void;
  readonly onFolder: (id: string) => void;
  readonly onZip: (file: File) => void;
  readonly onLink: (address: string) => void;
  readonly onRecent: (id: string) => void;
  readonly onForget: (id: string) => void;
}

/** What a person meets when no project is open: a sample that works at once, and the ways to bring their own. */
export function StartPage(props: StartPageProps) {
  const { recent, folders, engine, problem, busy } = props;
  return (
    <main className={styles["page"]}>
      {busy === undefined ? null : <ProgressLine label={busy} />}
      <div className={styles["column"]}>
        <header className={styles["head"]}>
          <h1>
            <img src="/icon.svg" width={24} height={24} alt="" />
            Tabwright
          </h1>
          <p>
            An editor, a terminal and an agent in one browser tab. Ask for a change, watch it run the tests,
            review every edit as a diff. Your files stay on this machine.
          </p>
        </header>
        {problem === undefined ? null : (
          <div className={styles["problem"]} role="alert">
            <ErrorState title="That did not open" meaning={problem} centred={false}>
              Choose another way below.
            </ErrorState>
          </div>
        )}
        <section aria-label="Open a project">
          <ul className={styles["choices"]}>
            <li>
              <Choice
                icon={<FlaskConical size={18} />}
                title="Try the sample"
                text="A small library with a failing test, and a demo agent that repairs it. No key needed."
                disabled={busy !== undefined}
                onClick={props.onSample}
              />
            </li>
            {folders.map(({ id, label }) => (
              <li key={id}>
                <Choice
                  icon={<Folder size={18} />}
                  title={`Open ${label}`}
                  text="A folder on the machine of the engine. Changes are made in place."
                  disabled={busy !== undefined}
                  onClick={() => props.onFolder(id)}
                />
              </li>
            ))}
            <li>
              <ZipChoice disabled={busy !== undefined} onZip={props.onZip} />
            </li>
            <li>
              <LinkForm disabled={busy !== undefined} onLink={props.onLink} />
            </li>
          </ul>
        </section>
        <section aria-label="Recent projects">
          <h2>Recent projects in this browser</h2>
          <Recent {...props} recent={recent} />
        </section>
        <section className={styles["engine"]} aria-label="Engine">
          <h2>Where projects run</h2>
          <StateDot tone={engine.tone}>{engine.name}</StateDot>
          <p>{engine.why}</p>
        </section>
      </div>
      <TooltipLayer />
    </main>
  );
}

function Choice({
  icon,
  title,
  text,
  disabled,
  onClick,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" className={styles["choice"]} disabled={disabled} onClick={onClick}>
      {icon}
      <span className={styles["choiceText"]}>
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
    </button>
  );
}

function ZipChoice({
  disabled,
  onZip,
}: {
  readonly disabled: boolean;
  readonly onZip: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Choice
        icon={<FileArchive size={18} />}
        title="Open a zip"
        text="Its files are copied into this browser. Nothing is uploaded."
        disabled={disabled}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) onZip(file);
        }}
      />
    </>
  );
}

function LinkForm({
  disabled,
  onLink,
}: {
  readonly disabled: boolean;
  readonly onLink: (address: string) => void;
}) {
  const [address, setAddress] = useState("");
  return (
    <form
      className={styles["link"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (address.trim() !== "") onLink(address.trim());
      }}
    >
      <TextField
        label="Open a link that somebody shared"
        placeholder="Paste a Tabwright link"
        value={address}
        onChange={setAddress}
      />
      <Button type="submit" icon={<Link2 size={14} />} disabled={disabled || address.trim() === ""}>
        Open
      </Button>
    </form>
  );
}

function Recent({ recent, onRecent, onForget, onEmpty, busy }: StartPageProps) {
  if (recent === undefined) return <p>The browser does not let this page keep projects.</p>;
  if (recent.length === 0)
    return (
      <p>
        None yet.{" "}
        <Button variant="quiet" size="small" disabled={busy !== undefined} onClick={onEmpty}>
          Begin an empty one
        </Button>
      </p>
    );
  return (
    <>
      <ul className={styles["choices"]}>
        {recent.map(({ id, name, origin, openedAt }) => (
          <li key={id} className={styles["recent"]}>
            <button
              type="button"
              className={styles["choice"]}
              disabled={busy !== undefined}
              onClick={() => onRecent(id)}
            >
              <span className={styles["choiceText"]}>
                <strong>{name}</strong>
                <span>{origin}</span>
              </span>
              <span className={styles["time"]}>
                <RelativeTime at={openedAt} />
              </span>
            </button>
            <IconButton label={`Delete ${name}`} icon={<Trash2 size={14} />} onClick={() => onForget(id)} />
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="small" disabled={busy !== undefined} onClick={onEmpty}>
        Begin an empty project
      </Button>
    </>
  );
}
