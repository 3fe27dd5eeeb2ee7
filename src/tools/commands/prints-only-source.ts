import { commandSegments } from "../../shell/public.ts";
import { isEnvFilePath } from "../text/redact.ts";

const PRINTING = new Set(["cat", "head", "tail", "nl", "less", "more", "sed"]);

/** Whether a command only prints files of source text: then its output is masked like source and not like an environment. */
export function printsOnlySource(command: string): boolean {
  const segments = commandSegments(command).filter(({ program }) => program !== "cd");
  return (
    segments.length > 0 &&
    segments.every(
      ({ program, args }) =>
        PRINTING.has(program) &&
        (program !== "sed" || args.includes("-n")) &&
        args.some((arg) => /\.[A-Za-z]+["']?$/.test(arg)) &&
        !args.some((arg) => isEnvFilePath(arg.replace(/["']/g, ""))),
    )
  );
}
