import type { ToolCallView } from "../../contracts/run-view.ts";

/** A change of a file that a call made or wants to make. */
export interface CallChange {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Both texts are those of the whole file, so their line numbers mean something. */
  readonly whole: boolean;
}

/** What a call changes as far as its record tells: from the request that was answered, else from what the model sent. */
export function changesOfCall(call: ToolCallView): readonly CallChange[] {
  const proposal = call.request?.proposal;
  if (proposal?.kind === "edit") {
    const after = contentOf(call) ?? proposal.proposed ?? "";
    return [{ path: proposal.path, before: proposal.original ?? "", after, whole: true }];
  }
  if (call.tool !== "edit_file" || !isRecord(call.input)) return [];
  const { path, replacements } = call.input;
  if (typeof path !== "string" || !Array.isArray(replacements)) return [];
  return replacements.flatMap((each: unknown) => {
    if (!isRecord(each)) return [];
    const { old_string: before, new_string: after } = each;
    return typeof before === "string" && typeof after === "string"
      ? [{ path, before, after, whole: false }]
      : [];
  });
}

/** The text as the person left it, where it was changed before it was approved. */
function contentOf({ resolution }: ToolCallView): string | undefined {
  return resolution?.by === "person" && resolution.kind !== "reject" ? resolution.content : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
