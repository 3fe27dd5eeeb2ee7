import { createHmac, randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Secrets of one data folder. Those that a tab keeps outlive a restart of the server. */
export interface HostKeys {
  /** In the printed address: lets a page ask what this server offers. */
  readonly hostKey: string;
  /** Goes from the IDE to the engine page. */
  readonly sessionKey: string;
  /** Stands for a provider's key in calls through the server. */
  readonly proxyKey: string;
  /** Makes preview addresses. */
  readonly previewKey: string;
  /** Opens a socket; new with each start. */
  readonly socketSecret: string;
}

const FILE = "host-key";

export function readHostKeys(dataFolder: string): HostKeys {
  const master = readMaster(dataFolder);
  const derive = (purpose: string): string =>
    createHmac("sha256", master).update(purpose).digest("base64url");
  return {
    hostKey: derive("host"),
    sessionKey: derive("session"),
    proxyKey: derive("proxy"),
    previewKey: derive("preview"),
    socketSecret: randomBytes(32).toString("base64url"),
  };
}

function readMaster(dataFolder: string): string {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const file = join(dataFolder, FILE);
  try {
    // Fails when the file is there, also when another start makes it at this moment.
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  chmodSync(file, 0o600);
  return readFileSync(file, "utf8").trim();
}
