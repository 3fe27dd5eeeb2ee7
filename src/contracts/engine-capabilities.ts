/** What an engine can do, found by asking it. Shown to the person, put into the agent's prompt, and asked by tools. */
export interface EngineCapabilities {
  /** `limited`: single scripts without servers, child processes or native code. */
  readonly node: "full" | "limited" | "none";
  /** The version without a leading v, when there is a node. */
  readonly nodeVersion?: string;
  readonly packageInstall: boolean;
  readonly git: boolean;
  /** The shell that runs commands: real bash, a bash written in JavaScript, or a shell with few commands. */
  readonly shell: "bash" | "bash-compatible" | "limited";
  readonly terminal: boolean;
  /** Whether standard error reaches us apart from standard output. */
  readonly separateErrorOutput: boolean;
  readonly backgroundProcesses: boolean;
  /** Whether programs may listen on ports and be shown in a preview. */
  readonly servers: boolean;
  readonly memoryReport: boolean;
  /** Programs compiled for the host, such as browsers and compilers, can run. */
  readonly nativePrograms: boolean;
  /** What stands between project code and the person's machine. */
  readonly isolation: "browser" | "container" | "none";
  /** Whether files outlive the page without our own copy. */
  readonly keepsFiles: boolean;
  /** The project is a folder on the person's own disk: that disk is the truth. */
  readonly servesOwnDisk: boolean;
}
