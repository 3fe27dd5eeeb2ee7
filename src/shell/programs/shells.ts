/** Shells that read a text given with `-c`, on standard input, or in a file. */
export const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "zsh", "dash", "ash", "ksh"]);

/** Their long flags that take the next word. */
export const SHELL_LONG_VALUE_FLAGS: ReadonlySet<string> = new Set(["--rcfile", "--init-file"]);

/** Their letters that take the next word. */
export const SHELL_VALUE_LETTERS: ReadonlySet<string> = new Set(["o", "O"]);

/** Other programs that hand a text to a shell: the flag in front of it, or `null` for all their words. */
export const TEXT_RUNNERS: ReadonlyMap<string, { readonly flags: readonly string[] | null }> = new Map([
  ["eval", { flags: null }],
  ["su", { flags: ["-c", "--command"] }],
  ["runuser", { flags: ["-c", "--command"] }],
  ["script", { flags: ["-c", "--command"] }],
]);
