import { useEffect, useState } from "react";
import type { Remote } from "../../base/link.ts";
import type { AgentRequests } from "../../contracts/agent-link.ts";
import type { ApprovalMode } from "../../contracts/approval.ts";
import type {
  ConnectionReport,
  KeyState,
  ModelChoice,
  ModelProvider,
  ModelSettingsView,
} from "../../contracts/models.ts";
import { Button } from "../kit/button.tsx";
import { Select, TextField, type SelectOption } from "../kit/field.tsx";
import { ProgressLine } from "../kit/progress-line.tsx";
import { StateDot } from "../kit/state-dot.tsx";
import { ErrorState } from "../kit/state-message.tsx";
import styles from "./settings-page.module.css";

export type ModelRequests = Pick<
  Remote<AgentRequests>,
  "modelSettings" | "chooseModel" | "storeKey" | "testConnection" | "approvalMode" | "setApprovalMode"
>;

const PROVIDERS: readonly SelectOption<ModelProvider>[] = [
  { value: "demo", label: "Demo agent (scripted, needs no key)" },
  { value: "anthropic", label: "Anthropic" },
  { value: "openai", label: "OpenAI" },
  { value: "google", label: "Google" },
  { value: "openai-compatible", label: "Any OpenAI-compatible address, such as Ollama" },
];

const FIRST_MODELS: Readonly<Record<ModelProvider, string>> = {
  demo: "demo",
  anthropic: "claude-sonnet-4-5",
  openai: "gpt-5",
  google: "gemini-2.5-pro",
  "openai-compatible": "",
};

const KEY_WORDS: Readonly<Record<KeyState, string>> = {
  none: "No key is stored.",
  "stored-here": "A key is stored in this browser. It is not shown again.",
  server: "The server holds a key. It never reaches this page.",
};

type Loaded =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly view: ModelSettingsView }
  | { readonly state: "failed"; readonly message: string };

/** Which model answers and with which key. Keys go to the agent's worker and never come back. */
export function ModelSettings({ requests }: { readonly requests: ModelRequests }) {
  const [loaded, setLoaded] = useState<Loaded>({ state: "loading" });
  const [reads, setReads] = useState(0);
  useEffect(() => {
    let wanted = true;
    requests.modelSettings().then(
      (view) => wanted && setLoaded({ state: "ready", view }),
      (error: unknown) => wanted && setLoaded({ state: "failed", message: String(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [requests, reads]);
  const readAgain = (): void => setReads((count) => count + 1);
  switch (loaded.state) {
    case "loading":
      return <ProgressLine label="Reading the model settings" />;
    case "failed":
      return (
        <ErrorState
          title="The model settings cannot be read"
          meaning="The agent does not answer; nothing was changed."
          detail={loaded.message}
          centred={false}
          action={{ title: "Try again", run: readAgain }}
        />
      );
    case "ready":
      return (
        <ModelForm
          key={JSON.stringify(loaded.view.choice)}
          view={loaded.view}
          requests={requests}
          onChanged={readAgain}
        />
      );
  }
}

function ModelForm({
  view,
  requests,
  onChanged,
}: {
  readonly view: ModelSettingsView;
  readonly requests: ModelRequests;
  readonly onChanged: () => void;
}) {
  const [provider, setProvider] = useState(view.choice.provider);
  const [model, setModel] = useState(view.choice.model);
  const [baseUrl, setBaseUrl] = useState(view.choice.baseUrl ?? "");
  const [failure, setFailure] = useState<string>();
  const wrongAddress = baseUrl === "" ? undefined : wrongWithAddress(baseUrl);
  const choice: ModelChoice = { provider, model, ...(baseUrl === "" ? {} : { baseUrl }) };
  const isChosen = JSON.stringify(choice) === JSON.stringify(view.choice);
  // A server that holds the key knows the address, too.
  const needsAddress = provider === "openai-compatible" && view.keys[provider] !== "server";
  const isComplete = model.trim() !== "" && wrongAddress === undefined && (!needsAddress || baseUrl !== "");
  const attempt = (job: Promise<unknown>): void => {
    setFailure(undefined);
    job.then(onChanged, (error: unknown) => setFailure(String(error)));
  };
  return (
    <div className={styles["row"]}>
      <Select
        label="Provider"
        value={provider}
        options={PROVIDERS}
        onChange={(next) => {
          setProvider(next);
          setModel(next === view.choice.provider ? view.choice.model : FIRST_MODELS[next]);
          setBaseUrl(next === view.choice.provider ? (view.choice.baseUrl ?? "") : "");
        }}
      />
      {provider === "demo" ? (
        <p className={styles["note"]}>
          A scripted model that uses the real tools on the project. It repairs the sample; it cannot do other
          work.
        </p>
      ) : (
        <>
          <div className={styles["pair"]}>
            <TextField label="Model" value={model} onChange={setModel} />
            <TextField
              label={provider === "openai-compatible" ? "Base URL" : "Base URL, only for a gateway"}
              placeholder={
                provider === "openai-compatible" ? "http://localhost:11434/v1" : "The provider's own"
              }
              value={baseUrl}
              error={wrongAddress}
              onChange={setBaseUrl}
            />
          </div>
          <KeyField
            key={provider}
            state={view.keys[provider]}
            onStore={(key) => attempt(requests.storeKey(provider, key))}
          />
        </>
      )}
      {failure === undefined ? null : (
        <ErrorState
          title="That was not stored"
          meaning="The settings are as before."
          detail={failure}
          centred={false}
        />
      )}
      <div className={styles["actions"]}>
        <Button
          variant="primary"
          disabled={isChosen || !isComplete}
          onClick={() => attempt(requests.chooseModel(choice))}
        >
          {isChosen ? "In use" : "Use this model"}
        </Button>
        <ConnectionTest choice={choice} disabled={!isComplete} requests={requests} />
      </div>
    </div>
  );
}

function KeyField({ state, onStore }: { readonly state: KeyState; readonly onStore: (key: string) => void }) {
  const [key, setKey] = useState("");
  return (
    <>
      <TextField
        label="Key"
        type="password"
        hint={`${KEY_WORDS[state]} Keys stay in this browser: they are not in the project, in links or in logs.`}
        value={key}
        onChange={setKey}
      />
      <div className={styles["actions"]}>
        <Button
          disabled={key.trim() === ""}
          onClick={() => {
            onStore(key.trim());
            setKey("");
          }}
        >
          Store the key
        </Button>
        {state === "stored-here" ? (
          <Button variant="danger" onClick={() => onStore("")}>
            Forget the stored key
          </Button>
        ) : null}
      </div>
    </>
  );
}

type Test =
  | { readonly state: "none" | "running" }
  | { readonly state: "done"; readonly report: ConnectionReport };

function ConnectionTest({
  choice,
  disabled,
  requests,
}: {
  readonly choice: ModelChoice;
  readonly disabled: boolean;
  readonly requests: ModelRequests;
}) {
  const [test, setTest] = useState<Test>({ state: "none" });
  const run = (): void => {
    setTest({ state: "running" });
    requests.testConnection(choice).then(
      (report) => setTest({ state: "done", report }),
      (error: unknown) =>
        setTest({
          state: "done",
          report: { ok: false, likelyCause: `The agent did not answer: ${String(error)}` },
        }),
    );
  };
  return (
    <>
      <Button disabled={disabled || test.state === "running"} onClick={run}>
        {test.state === "running" ? "Testing" : "Test connection"}
      </Button>
      {test.state === "done" ? <Report report={test.report} /> : null}
    </>
  );
}

function Report({ report }: { readonly report: ConnectionReport }) {
  if (report.ok)
    return (
      <div className={styles["report"]} role="status">
        <StateDot tone="ok">It answered in {report.milliseconds} ms.</StateDot>
        <pre>{report.reply}</pre>
      </div>
    );
  return (
    <div className={styles["report"]} role="alert">
      <StateDot tone="error">{report.likelyCause}</StateDot>
      {report.status === undefined ? null : <span>Status {report.status}</span>}
      {report.body === undefined ? null : <pre>{report.body}</pre>}
    </div>
  );
}

const MODES: readonly SelectOption<ApprovalMode>[] = [
  { value: "ask", label: "Ask before every edit and every command" },
  { value: "edits-only", label: "Ask before edits; commands run" },
  { value: "nothing-in-sandbox", label: "Ask for nothing where the engine is kept apart from your machine" },
];

export function ApprovalSettings({ requests }: { readonly requests: ModelRequests }) {
  const [mode, setMode] = useState<ApprovalMode>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let wanted = true;
    requests.approvalMode().then(
      (now) => wanted && setMode(now),
      (error: unknown) => wanted && setFailure(String(error)),
    );
    return () => {
      wanted = false;
    };
  }, [requests]);
  return (
    <Select
      label="What waits for you"
      hint="A command that would leave the project, and everything on an engine that runs as you, is asked about in any case."
      error={failure === undefined ? undefined : `The agent did not take it: ${failure}`}
      value={mode ?? "ask"}
      disabled={mode === undefined}
      options={MODES}
      onChange={(next) => {
        setMode(next);
        requests.setApprovalMode(next).catch((error: unknown) => setFailure(String(error)));
      }}
    />
  );
}

/** A base URL with a name, a password or a query would carry secrets to places that are logged. */
export function wrongWithAddress(address: string): string | undefined {
  let parsed: URL;
  try {
    parsed = new URL(address);
  } catch {
    return "This is not an address. It begins with https:// or http://.";
  }
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:")
    return "The address must begin with https:// or http://.";
  if (parsed.username !== "" || parsed.password !== "")
    return "The address holds a name or password. Put the key into the field for it.";
  if (parsed.search !== "") return "The address holds a query after a question mark. Leave it out.";
  return undefined;
}
