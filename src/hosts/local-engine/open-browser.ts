import { spawn } from "node:child_process";

/** Opens an address in the person's browser. Says nothing when there is none: the address was printed. */
export function openBrowser(address: string): void {
  const [command, args] = opener(address);
  const child = spawn(command, args, { detached: true, stdio: "ignore" });
  child.on("error", () => undefined);
  child.unref();
}

function opener(address: string): [string, string[]] {
  if (process.platform === "darwin") return ["open", [address]];
  if (process.platform === "win32") return ["rundll32", ["url.dll,FileProtocolHandler", address]];
  return ["xdg-open", [address]];
}
