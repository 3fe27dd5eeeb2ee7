/** What a row of the transcript can ask for. */
export interface TranscriptActions {
  readonly openFile: (path: string, line?: number) => void;
  readonly openRequest: (requestId: string) => void;
  readonly openSettings: () => void;
  readonly continueRun: () => void;
}
