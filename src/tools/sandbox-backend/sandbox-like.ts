export interface SandboxExecResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** A container that runs POSIX shell commands. Nothing else is asked of it: files travel through commands too. */
export interface SandboxLike {
  exec(command: string, options?: { readonly timeout?: number }): Promise<SandboxExecResult>;
}
