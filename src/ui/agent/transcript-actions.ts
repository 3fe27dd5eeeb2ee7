import type { ReactNode } from "react";
import type { ApprovalRequest } from "../../contracts/approval.ts";

/** What a row of the transcript can ask for. */
export interface TranscriptActions {
  readonly openFile: (path: string, line?: number) => void;
  readonly openRequest: (requestId: string) => void;
  /** Draws a request with its answers. */
  readonly renderRequest: ((request: ApprovalRequest) => ReactNode) | undefined;
}
