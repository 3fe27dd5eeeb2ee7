/** A failure that the client is told. Its message starts with a code, as Node writes it, because only the message crosses. */
export class EngineError extends Error {
  override readonly name = "EngineError";
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EINVAL: "invalid argument",
  ELOOP: "too many symbolic links encountered",
  ENOENT: "no such file or directory",
  EFBIG: "file too large",
};

/** The error of an operation on a path as the client named it, such as `ENOENT: no such file or directory, open 'src/a.ts'`. */
export function engineError(code: string, operation: string, path: string, why?: string): EngineError {
  return new EngineError(`${code}: ${why ?? DESCRIPTIONS[code] ?? "failed"}, ${operation} '${path}'`);
}

/** Runs a file operation; what it throws names the client's path and never a place on the host. */
export async function withClientPath<Answer>(
  operation: string,
  path: string,
  run: () => Answer | Promise<Answer>,
): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EngineError) throw error;
    if (!(error instanceof Error)) throw engineError("EIO", operation, path);
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw engineError("EINVAL", operation, path, withoutPaths(error.message));
    const description = /^[A-Z0-9_]+: ([^,]+)/.exec(error.message)?.[1] ?? DESCRIPTIONS[code];
    throw engineError(code, operation, path, description);
  }
}

function withoutPaths(message: string): string {
  return message.replaceAll(/(?:\/[^\s'"]+)+/g, "…");
}
