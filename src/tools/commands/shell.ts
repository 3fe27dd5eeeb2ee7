import type { ToolSession } from "../session.ts";
import { redactSecrets } from "../text/redact.ts";
import type { BackgroundTasks } from "./background-tasks.ts";
import { shellInlineMax } from "./clip-output.ts";
import { resolveTimeoutCaps, type TimeoutCaps } from "./command-timeout.ts";
import { OverflowFiles } from "./overflow-files.ts";

/** What the tools that run commands have in common. */
export interface Shell {
  readonly session: ToolSession;
  readonly caps: TimeoutCaps;
  /** Serialized characters of output that one answer may have. */
  readonly inlineMax: number;
  readonly overflow: OverflowFiles;
  readonly tasks: BackgroundTasks;
}

const shells = new WeakMap<ToolSession, Shell>();

export function shellOf(session: ToolSession): Shell {
  const known = shells.get(session);
  if (known !== undefined) return known;
  const { config, log } = session;
  const shell: Shell = {
    session,
    caps: resolveTimeoutCaps({ defaultMs: config.execTimeoutMs, maxMs: config.maxExecTimeoutMs }, log),
    inlineMax: shellInlineMax(config.shellInlineMax, log),
    overflow: new OverflowFiles(session.backend),
    tasks: session.tasks,
  };
  shells.set(session, shell);
  return shell;
}

export function maskedOutput({ session }: Shell, text: string): string {
  return session.config.redactSecrets === false ? text : redactSecrets(text);
}
