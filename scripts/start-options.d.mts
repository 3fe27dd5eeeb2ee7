export interface StartOptions {
  readonly folders: readonly string[];
  readonly port: number;
  readonly open: boolean;
  readonly engine: "webcontainer" | "local";
  readonly launch: "none" | "bwrap" | undefined;
  readonly data: string | undefined;
  readonly ide: string | undefined;
  readonly readyJson: boolean;
}

/** What `npm start` understands. The problem is one line for the person. */
export function readStartOptions(
  args: readonly string[],
): { readonly ok: true; readonly options: StartOptions } | { readonly ok: false; readonly problem: string };
