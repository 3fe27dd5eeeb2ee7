import { useMemo } from "react";
import type { CommandProposal } from "../../contracts/approval.ts";
import { commandEffects } from "../../shell/public.ts";
import { StateDot } from "../kit/state-dot.tsx";
import styles from "./approvals.module.css";
import { type EffectLine, effectLines } from "./effect-words.ts";

const TONES = { plain: "info", careful: "warn", unknown: "unknown" } as const;

/** What a command would do, as far as its text tells. */
export function CommandEffectsList({ proposal: { command, cwd } }: { readonly proposal: CommandProposal }) {
  const lines = useMemo(() => effectLines(commandEffects(command), command, cwd), [command, cwd]);
  return (
    <ul className={styles["effects"]} aria-label="What the command would do">
      {lines.map((line) => (
        <li key={`${line.label} ${line.code.join(" ")} ${line.words ?? ""}`} data-weight={line.weight}>
          <EffectText line={line} />
        </li>
      ))}
    </ul>
  );
}

function EffectText({ line: { weight, label, code, words } }: { readonly line: EffectLine }) {
  return (
    <>
      <StateDot tone={TONES[weight]} />
      <span>
        {label}
        {weight === "unknown" ? ": " : " "}
        {code.map((part, index) => (
          <span key={part}>
            {index > 0 ? ", " : ""}
            <code>{part}</code>
          </span>
        ))}{" "}
        {weight === "unknown" && words !== undefined && code.length > 0 ? `(${words})` : words}
      </span>
    </>
  );
}
