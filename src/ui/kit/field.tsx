import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from "react";
import styles from "./field.module.css";
import { Unseen } from "./unseen.tsx";

interface FieldFrame {
  readonly label: string;
  /** The label is there for assistive technology only. */
  readonly hideLabel?: boolean;
  readonly hint?: ReactNode;
  /** What is wrong with the value and how to put it right. */
  readonly error?: string | undefined;
}

function Field({
  label,
  hideLabel = false,
  hint,
  error,
  id,
  children,
}: FieldFrame & { readonly id: string; readonly children: ReactNode }) {
  return (
    <div className={styles["field"]}>
      <label htmlFor={id} className={hideLabel ? undefined : styles["label"]}>
        {hideLabel ? <Unseen>{label}</Unseen> : label}
      </label>
      {children}
      {hint === undefined ? null : (
        <div id={`${id}-hint`} className={styles["hint"]}>
          {hint}
        </div>
      )}
      {error === undefined ? null : (
        <div id={`${id}-error`} className={styles["error"]} role="alert">
          {error}
        </div>
      )}
    </div>
  );
}

function describedBy(id: string, { hint, error }: FieldFrame): string | undefined {
  const parts = [hint === undefined ? "" : `${id}-hint`, error === undefined ? "" : `${id}-error`];
  return parts.filter((part) => part !== "").join(" ") || undefined;
}

export interface TextFieldProps
  extends FieldFrame, Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, hideLabel, hint, error, value, onChange, ...rest }: TextFieldProps) {
  const id = useId();
  const frame: FieldFrame = { label, hint, error, ...(hideLabel === undefined ? {} : { hideLabel }) };
  return (
    <Field {...frame} id={id}>
      <input
        autoComplete="off"
        spellCheck={false}
        {...rest}
        id={id}
        className={styles["control"]}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={describedBy(id, frame)}
      />
    </Field>
  );
}

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export function Select<Value extends string>({
  value,
  options,
  onChange,
  disabled = false,
  ...frame
}: FieldFrame & {
  readonly value: Value;
  readonly options: readonly SelectOption<Value>[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}) {
  const id = useId();
  return (
    <Field {...frame} id={id}>
      <select
        id={id}
        className={styles["control"]}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        aria-describedby={describedBy(id, frame)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function Checkbox({
  label,
  hint,
  checked,
  onChange,
  disabled = false,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}) {
  const id = useId();
  return (
    <div className={styles["check"]}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint === undefined ? null : (
          <div id={`${id}-hint`} className={styles["hint"]}>
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}
