import { useState } from "react";
import { wrongWithName } from "../state/project-paths.ts";
import styles from "./files-panel.module.css";

/** Takes a name in place. Enter or leaving the field takes it, Esc gives up; a wrong name is told in `onWrong`. */
export function NameField({
  label,
  initial,
  onDone,
  onCancel,
  onWrong,
}: {
  readonly label: string;
  readonly initial: string;
  readonly onDone: (name: string) => void;
  readonly onCancel: () => void;
  readonly onWrong: (message: string | undefined) => void;
}) {
  const [name, setName] = useState(initial);
  const wrong = name === initial ? undefined : wrongWithName(name);
  const finish = (): void => {
    if (name === initial || name.trim() === "") onCancel();
    else if (wrong === undefined) onDone(name);
  };
  return (
    <input
      className={styles["edit"]}
      aria-label={label}
      aria-invalid={wrong !== undefined}
      value={name}
      spellCheck={false}
      autoComplete="off"
      ref={(field) => {
        if (!field || field.dataset["begun"] !== undefined) return;
        field.dataset["begun"] = "";
        field.focus();
        const dot = initial.lastIndexOf(".");
        field.setSelectionRange(0, dot > 0 ? dot : initial.length);
      }}
      onChange={(event) => {
        setName(event.target.value);
        onWrong(event.target.value === initial ? undefined : wrongWithName(event.target.value));
      }}
      onBlur={() => (wrong === undefined ? finish() : onCancel())}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") finish();
        if (event.key === "Escape") onCancel();
      }}
    />
  );
}
