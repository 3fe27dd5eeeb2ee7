import type { HereDoc } from "unbash";
import { readingOf } from "../read-command.ts";
import { splice, type Splice } from "../splice.ts";
import type { TextFrame } from "../statement.ts";

/** The command without its heredocs: operators and bodies are gone, everything else stays as written. */
export function withoutHeredocs(command: string): string {
  const reading = readingOf(command);
  if (reading.cut) return command;
  const cuts: Splice[] = [];
  const cutHeredoc = (redirection: { type: string }, frame: TextFrame): void => {
    if (redirection.type === "HereDoc" && frame.text === command && !frame.nested)
      cuts.push(...cutsOf(redirection as HereDoc, command));
  };
  for (const { redirections, context } of reading.statements)
    for (const redirection of redirections) cutHeredoc(redirection, context.frame);
  for (const { redirection, context } of reading.groupRedirections) cutHeredoc(redirection, context.frame);
  return splice(command, cuts);
}

function cutsOf({ pos, end, body, closing }: HereDoc, command: string): Splice[] {
  const before = command.slice(0, pos);
  const spaces = before.length - before.replace(/[ \t]+$/, "").length;
  const standsAlone = /^(?:\s|;|$)/.test(command.slice(end, end + 1));
  const operator = { start: standsAlone ? pos - spaces : pos, end, text: "" };
  const bodyEnd = closing?.end ?? body.end;
  return bodyEnd > body.pos || closing
    ? [operator, { start: body.pos - 1, end: bodyEnd, text: "" }]
    : [operator];
}
