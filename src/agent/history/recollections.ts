import { canonicalJson } from "./canonical-json.ts";
import type { ApprovalRequest, Resolution } from "../../contracts/approval.ts";
import type { CallFact, ToolResultFact } from "../../contracts/run-rows.ts";

/** A file as a run last saw it: through a tool that read, or as the person approved it. */
export type Recollection =
  | { readonly kind: "read"; readonly key: string; readonly input: unknown; readonly resultText: string }
  | { readonly kind: "written"; readonly key: string; readonly path: string; readonly content: string };

interface SettledCall {
  readonly fact: CallFact;
  readonly requests: readonly { readonly request: ApprovalRequest; readonly resolution?: Resolution }[];
}

/** Older ones are dropped; a model that needs such a file reads it again. */
const KEPT = 60;

/** What a run knows of files after one more call, oldest first; a later look at the same thing replaces the earlier one. */
export function recollect(
  known: readonly Recollection[],
  call: SettledCall,
  result: ToolResultFact,
): readonly Recollection[] {
  if (result.disposition !== "done") return known;
  const next = recollectionOf(call, result);
  if (next === undefined) return known;
  return [...known.filter(({ key }) => key !== next.key), next].slice(-KEPT);
}

function recollectionOf({ fact, requests }: SettledCall, result: ToolResultFact): Recollection | undefined {
  if (fact.tool === "read_file")
    return { kind: "read", key: canonicalJson(fact.input), input: fact.input, resultText: result.text };
  const last = requests.at(-1);
  const proposal = last?.request.proposal;
  if (proposal?.kind !== "edit") return undefined;
  const resolution = last?.resolution;
  const adjusted = resolution !== undefined && "content" in resolution ? resolution.content : undefined;
  const content = adjusted ?? proposal.proposed;
  return content === null
    ? undefined
    : { kind: "written", key: `written ${proposal.path}`, path: proposal.path, content };
}
