import type { HostInfo } from "../../../contracts/host-info.ts";
import type { ProjectId } from "../../../projects/project-store.ts";

/** What the address of the page asks for. */
export type Opening =
  | { readonly kind: "start" }
  | { readonly kind: "project"; readonly project: ProjectId }
  | { readonly kind: "folder"; readonly workdirName: string; readonly label: string }
  | { readonly kind: "link"; readonly hash: string };

const PROJECT = "project";
const FOLDER = "folder";

/** A link in the address wins, then a named project or folder, then the folder that the server was started for. */
export function openingOf(address: URL, hostInfo: HostInfo): Opening {
  if (/^#p\d+\./.test(address.hash)) return { kind: "link", hash: address.hash };
  const project = address.searchParams.get(PROJECT);
  if (project !== null && /^p-[0-9a-z]{1,40}$/.test(project))
    return { kind: "project", project: project as ProjectId };
  const named = address.searchParams.get(FOLDER);
  const folder = hostInfo.folders.find(({ workdirName }) => workdirName === named);
  if (folder) return { kind: "folder", ...folder };
  const [first] = hostInfo.folders;
  const asksForStart = address.searchParams.has("start");
  return first && !asksForStart ? { kind: "folder", ...first } : { kind: "start" };
}

/** The address under which a project stays after a reload. */
export function addressOfProject(address: URL, project: ProjectId): string {
  const next = new URL(address);
  next.search = `?${PROJECT}=${project}`;
  next.hash = "";
  return next.href;
}

export function addressOfFolder(address: URL, workdirName: string): string {
  const next = new URL(address);
  next.search = `?${FOLDER}=${encodeURIComponent(workdirName)}`;
  next.hash = "";
  return next.href;
}

export function addressOfStart(address: URL): string {
  const next = new URL(address);
  next.search = "?start";
  next.hash = "";
  return next.href;
}
