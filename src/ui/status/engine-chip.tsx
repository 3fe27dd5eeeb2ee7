import { Button } from "../kit/button.tsx";
import { PopoverButton } from "../kit/popover.tsx";
import { StateDot } from "../kit/state-dot.tsx";
import { useStore } from "../state/store.ts";
import { useWorkbench } from "../state/workbench-stores.tsx";
import { capabilityLines, engineWords } from "./engine-words.ts";
import styles from "./status.module.css";

export const RESTART_ENGINE_COMMAND = "engine.restart";
export const CHECK_ENGINE_COMMAND = "engine.check";

/** The engine's name and state; opens to what it can do, its ports, and the way to start it again. */
export function EngineChip() {
  const { engine } = useWorkbench();
  const label = useStore(engine, (state) => state.label);
  const status = useStore(engine, (state) => state.status);
  const { tone, word } = engineWords(status);
  return (
    <PopoverButton
      label={`Engine: ${label}, ${word}`}
      {...(styles["chip"] === undefined ? {} : { className: styles["chip"] })}
      renderContent={(close) => <EngineDetails onClose={close} />}
    >
      <StateDot tone={tone}>
        <span className={styles["chipName"]}>{label}</span>
      </StateDot>
      <span className={styles["chipState"]} data-engine-state={status.state}>
        {word}
      </span>
    </PopoverButton>
  );
}

const TONES = { yes: "ok", partly: "warn", no: "stopped" } as const;
const WORDS = { yes: "", partly: "in part", no: "no" } as const;

function EngineDetails({ onClose }: { readonly onClose: () => void }) {
  const { engine, commands } = useWorkbench();
  const { status, label, ports } = useStore(engine, (state) => state);
  const { tone, word, sentence } = engineWords(status);
  const run = (id: string): void => {
    onClose();
    commands.run(id);
  };
  return (
    <div className={styles["popover"]}>
      <div>
        <StateDot tone={tone}>
          <strong>{label}</strong> {word}
        </StateDot>
        <p>{sentence}</p>
      </div>
      {status.state === "ready" ? (
        <section className={styles["capabilities"]}>
          <h3>What it can do</h3>
          <ul>
            {capabilityLines(status.capabilities).map(({ title, has, detail }) => (
              <li key={title}>
                <StateDot tone={TONES[has]}>{title}</StateDot>
                <span className={styles["chipState"]}>
                  {[WORDS[has], detail ?? ""].filter((part) => part !== "").join(", ")}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section>
        <h3>Ports</h3>
        {ports.length === 0 ? (
          <p>No program listens on a port.</p>
        ) : (
          <ul>
            {ports.map(({ port, ready }) => (
              <li key={port}>
                <StateDot tone={ready ? "ok" : "running"}>
                  {port} {ready ? "answers" : "is opening"}
                </StateDot>
                <Button size="small" onClick={() => run("view.preview")}>
                  Preview
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className={styles["actions"]}>
        <Button size="small" onClick={() => run(RESTART_ENGINE_COMMAND)}>
          Restart
        </Button>
        <Button size="small" onClick={() => run(CHECK_ENGINE_COMMAND)}>
          Check this engine
        </Button>
      </div>
    </div>
  );
}
