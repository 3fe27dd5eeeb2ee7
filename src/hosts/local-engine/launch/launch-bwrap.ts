import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PROCESS_MARKER } from "../processes/process-tree.ts";
import type { AgentProgram, LaunchedProject, Launcher } from "./launcher.ts";

const PROJECT = "/home/project";
const HOME = "/home/tabwright";
const AGENT = "/tabwright/agent";
const PACKAGES = "/tabwright/node_modules";

const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix"];
/** What programs read of /etc to find libraries, names, certificates and time zones: never accounts' secrets or service settings. */
const SETTINGS = [
  "alternatives",
  "bash.bashrc",
  "ca-certificates",
  "fonts",
  "gai.conf",
  "group",
  "host.conf",
  "hosts",
  "inputrc",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "login.defs",
  "magic",
  "mime.types",
  "nsswitch.conf",
  "passwd",
  "pki",
  "profile",
  "protocols",
  "services",
  "shells",
  "ssl",
  "terminfo",
  "timezone",
];

/**
 * Runs the agent under bubblewrap: the project and a home of its own are writable, system folders are read-only, nothing else of the machine's files is there,
 * and only the project's own processes are visible. The network is the machine's.
 */
export function launchBwrap(program: AgentProgram): Launcher {
  return { name: "bwrap", start: (project) => start(program, project) };
}

/** Whether bubblewrap is installed and this machine lets it make a sandbox; the problem is one sentence. */
export function bwrapProblem(): string | undefined {
  const args = [...isolation(), ...systemFolders(), "--proc", "/proc", "--dev", "/dev", "true"];
  const { error, status, stderr } = spawnSync("bwrap", args, { encoding: "utf8", timeout: 10_000 });
  if (error !== undefined) return "bubblewrap (bwrap) is not installed.";
  if (status === 0) return undefined;
  return `bubblewrap (bwrap) cannot make a sandbox here: ${stderr.trim().split("\n")[0] ?? "it failed"}.`;
}

function start(program: AgentProgram, { folder, home, mark, env }: LaunchedProject): ChildProcess {
  const variables = { ...env, HOME, TMPDIR: "/tmp", [PROCESS_MARKER]: mark };
  const mounts: readonly (readonly string[])[] = [
    ...SETTINGS.map((name) => ["--ro-bind-try", `/etc/${name}`, `/etc/${name}`]),
    ["--proc", "/proc"],
    ["--dev", "/dev"],
    ["--tmpfs", "/tmp"],
    ["--tmpfs", "/run"],
    ["--tmpfs", "/var"],
    ["--dir", "/var/tmp"],
    ["--bind", home, HOME],
    ["--bind", folder, PROJECT],
    ["--ro-bind", dirname(program.file), AGENT],
    ["--ro-bind", realpathSync(program.packages), PACKAGES],
    ["--chdir", PROJECT],
    ["--clearenv"],
    ...Object.entries(variables).map(([name, value]) => ["--setenv", name, value]),
  ];
  const command = [process.execPath, join(AGENT, basename(program.file)), PROJECT, mark];
  const args = [
    ...isolation(),
    ...systemFolders(),
    ...nameServers(),
    ...nodeFolder(),
    ...mounts.flat(),
    ...command,
  ];
  return spawn("bwrap", args, { detached: true, env: {}, stdio: ["pipe", "pipe", "pipe"] });
}

function isolation(): string[] {
  return [
    "--unshare-user-try",
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--hostname",
    "tabwright",
    "--die-with-parent",
  ];
}

/** Merged systems have links such as /bin to usr/bin, which must be links inside as well. */
function systemFolders(): string[] {
  return SYSTEM.filter((folder) => existsSync(folder)).flatMap((folder) =>
    lstatSync(folder).isSymbolicLink()
      ? ["--symlink", readlinkSync(folder), folder]
      : ["--ro-bind", folder, folder],
  );
}

/** On many systems /etc/resolv.conf is a link to a place that does not exist inside. */
function nameServers(): string[] {
  const file = "/etc/resolv.conf";
  return existsSync(file) ? ["--ro-bind", realpathSync(file), file] : [];
}

/** A Node of a version manager lives in the person's home, of which only this folder is shown. */
function nodeFolder(): string[] {
  const folder = dirname(dirname(realpathSync(process.execPath)));
  const isSystem = SYSTEM.some((system) => folder === system || folder.startsWith(`${system}/`));
  return isSystem ? [] : ["--ro-bind", folder, folder];
}
