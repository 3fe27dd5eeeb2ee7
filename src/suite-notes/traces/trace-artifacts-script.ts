import source from "./program/main.ts?program=node";

/**
 * A Node program (ES module): `node SCRIPT FOLDER` prints one `TRACE {…}` line for each `trace.zip` under the folder,
 * newest first. It needs nothing that is not in Node.
 */
export function traceArtifactsScript(): string {
  return source;
}
