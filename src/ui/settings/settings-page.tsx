import { useEffect, useState, type ReactNode } from "react";
import { Button } from "../kit/button.tsx";
import { Checkbox, Select, TextField } from "../kit/field.tsx";
import { Kbd } from "../kit/kbd.tsx";
import { keysForPeople } from "../kit/key-names.ts";
import { sizeInWords } from "../kit/relative-time.tsx";
import { EmptyState } from "../kit/state-message.tsx";
import { commandsWithKeys } from "../state/key-bindings.ts";
import type { Settings } from "../state/settings.ts";
import { useStore } from "../state/store.ts";
import { THEME_CHOICES } from "../state/theme.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import { ApprovalSettings, type ModelRequests, ModelSettings } from "./model-settings.tsx";
import styles from "./settings-page.module.css";

interface Section {
  readonly title: string;
  /** Words by which a search finds it. */
  readonly words: string;
  readonly content: ReactNode;
}

/** All settings on one page; the field at its top leaves only what is looked for. */
export function SettingsPage({ requests }: { readonly requests: ModelRequests }) {
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const sections = sectionsOf(requests).filter(
    ({ title, words }) => wanted === "" || `${title} ${words}`.toLowerCase().includes(wanted),
  );
  return (
    <div className={styles["page"]}>
      <div className={styles["column"]}>
        <div className={styles["search"]}>
          <TextField
            label="Search the settings"
            hideLabel
            placeholder="Search the settings"
            value={query}
            onChange={setQuery}
          />
        </div>
        {sections.map(({ title, content }) => (
          <section key={title} className={styles["section"]} aria-label={title}>
            <h2>{title}</h2>
            {content}
          </section>
        ))}
        {sections.length === 0 ? (
          <EmptyState
            title="No setting has these words"
            action={{ title: "Show all", run: () => setQuery("") }}
          />
        ) : null}
      </div>
    </div>
  );
}

function sectionsOf(requests: ModelRequests): readonly Section[] {
  return [
    {
      title: "Models",
      words: "provider key api base url anthropic openai google ollama gateway test connection demo agent",
      content: <ModelSettings requests={requests} />,
    },
    {
      title: "Approvals",
      words: "ask edits commands sandbox permission trust",
      content: <ApprovalSettings requests={requests} />,
    },
    {
      title: "Editor",
      words: "font size tab width word wrap minimap whitespace auto save",
      content: <EditorSettings />,
    },
    {
      title: "Terminal",
      words: "shell font size scrollback lines screen reader accessibility",
      content: <TerminalSettings />,
    },
    {
      title: "Appearance",
      words: "theme colours dark light contrast hidden ignored files",
      content: <AppearanceSettings />,
    },
    {
      title: "Privacy",
      words: "usage events telemetry data sent network",
      content: (
        <p className={styles["note"]}>
          This page sends nothing about what you do. Messages to a model go to the provider that you chose,
          with the parts of files that the agent read.
        </p>
      ),
    },
    { title: "Storage", words: "space kept projects delete export quota", content: <StorageFacts /> },
    { title: "Shortcuts", words: "keys keyboard bindings", content: <Shortcuts /> },
  ];
}

type NumberSetting = {
  [Name in keyof Settings]: Settings[Name] extends number ? Name : never;
}[keyof Settings];
type SwitchSetting = {
  [Name in keyof Settings]: Settings[Name] extends boolean ? Name : never;
}[keyof Settings];

function NumberField({ name, label, hint }: { name: NumberSetting; label: string; hint?: string }) {
  const { settings } = useWorkbench();
  const value = useStore(settings.store, (state) => state[name]);
  const [text, setText] = useState(String(value));
  const [wrong, setWrong] = useState(false);
  return (
    <TextField
      label={label}
      hint={hint}
      type="number"
      value={text}
      error={wrong ? `This number is out of range; ${value} stays in use.` : undefined}
      onChange={(next) => {
        setText(next);
        settings.change({ [name]: Number(next) });
        setWrong(settings.store.getState()[name] !== Number(next));
      }}
    />
  );
}

function SwitchField({ name, label, hint }: { name: SwitchSetting; label: string; hint?: string }) {
  const { settings } = useWorkbench();
  const value = useStore(settings.store, (state) => state[name]);
  return (
    <Checkbox
      label={label}
      {...(hint === undefined ? {} : { hint })}
      checked={value}
      onChange={(checked) => settings.change({ [name]: checked })}
    />
  );
}

function EditorSettings() {
  return (
    <>
      <div className={styles["pair"]}>
        <NumberField name="editorFontSize" label="Font size in pixels" />
        <NumberField name="editorTabSize" label="Width of a tab in columns" />
      </div>
      <SwitchField name="editorWordWrap" label="Wrap long lines" />
      <SwitchField name="editorMinimap" label="Show a small map of the file" />
      <SwitchField name="editorWhitespace" label="Show spaces and tabs" />
      <SwitchField
        name="editorAutoSave"
        label="Save by itself"
        hint="A second after the last key. Without it, files are saved when you ask."
      />
    </>
  );
}

function TerminalSettings() {
  return (
    <>
      <div className={styles["pair"]}>
        <NumberField name="terminalFontSize" label="Font size in pixels" />
        <NumberField name="terminalScrollback" label="Lines that can be scrolled back" />
      </div>
      <SwitchField
        name="terminalScreenReader"
        label="Read output to a screen reader"
        hint="Slower with much output."
      />
    </>
  );
}

function AppearanceSettings() {
  const { theme } = useWorkbench();
  const choice = useStore(theme.store, (state) => state.choice);
  return (
    <>
      <Select
        label="Colours"
        value={choice}
        options={THEME_CHOICES}
        onChange={(next) => theme.choose(next)}
      />
      <SwitchField name="hideIgnoredFiles" label="Hide files that git ignores" />
    </>
  );
}

function StorageFacts() {
  const [estimate, setEstimate] = useState<StorageEstimate>();
  const [persisted, setPersisted] = useState<boolean>();
  useEffect(() => {
    let wanted = true;
    void navigator.storage.estimate().then((known) => wanted && setEstimate(known));
    void navigator.storage.persisted().then((known) => wanted && setPersisted(known));
    return () => {
      wanted = false;
    };
  }, []);
  const used =
    estimate?.usage === undefined || estimate.quota === undefined
      ? "How much space is used is not known in this browser."
      : `${sizeInWords(estimate.usage)} of about ${sizeInWords(estimate.quota)} are used by projects, chats and settings.`;
  return (
    <>
      <p>{used}</p>
      {persisted === false ? (
        <div className={styles["actions"]}>
          <Button onClick={() => void navigator.storage.persist().then(setPersisted)}>
            Keep it for good
          </Button>
          <span className={styles["note"]}>The browser may clear it when the disk is full.</span>
        </div>
      ) : (
        <p className={styles["note"]}>Projects are deleted on the start page.</p>
      )}
    </>
  );
}

function Shortcuts() {
  const { commands } = useWorkbench();
  const all = useStore(commands.store, (state) => state.commands);
  return (
    <ul className={styles["keys"]}>
      {commandsWithKeys(all).map(({ id, title, keys }) => (
        <li key={id}>
          {title}
          <span>
            {keys?.map((each) => (
              <Kbd key={each}>{keysForPeople(each)}</Kbd>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
