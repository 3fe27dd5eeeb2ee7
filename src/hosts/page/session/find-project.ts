import { fail, type Result, succeed } from "../../../base/result.ts";
import type { ProjectFile, ProjectTemplate, SharedProject } from "../../../contracts/shared-project.ts";
import type {
  ProjectId,
  ProjectRecord,
  ProjectStore,
  ProjectTrust,
} from "../../../projects/project-store.ts";
import type { Opening } from "./opening.ts";

/** A project as this page opens it. A folder of the person's disk is one too, but has no copy in the browser. */
export interface OpenedProject {
  readonly id: ProjectId;
  readonly name: string;
  readonly origin: ProjectRecord["origin"];
  readonly trust: ProjectTrust;
  /** Names the folder inside the engine. */
  readonly workdirName: string;
  /** What a person should know about how it was opened, such as a damaged link. */
  readonly warnings: readonly string[];
}

/** Finds or makes the project that the address asks for; the problem is a sentence for the start page. */
export async function findProject(
  opening: Exclude<Opening, { kind: "start" }>,
  store: Result<ProjectStore, { readonly message: string }>,
  templates: () => Promise<readonly ProjectTemplate[]>,
): Promise<Result<OpenedProject, string>> {
  if (opening.kind === "folder")
    return succeed({
      id: `folder-${opening.workdirName}` as ProjectId,
      name: opening.label,
      origin: { kind: "folder" },
      trust: "own",
      workdirName: opening.workdirName,
      warnings: [],
    });
  if (!store.ok) return fail(store.problem.message);
  return opening.kind === "project"
    ? keptProject(store.value, opening.project)
    : linkedProject(store.value, opening.hash, await templates());
}

async function keptProject(store: ProjectStore, id: ProjectId): Promise<Result<OpenedProject, string>> {
  const changed = await store.change(id, { openedAt: Date.now() });
  return changed.ok ? succeed(asOpened(changed.value, [])) : fail(changed.problem.message);
}

/** A link that was opened before continues with the person's own version of it. */
async function linkedProject(
  store: ProjectStore,
  hash: string,
  templates: readonly ProjectTemplate[],
): Promise<Result<OpenedProject, string>> {
  const { decodeProjectLink } = await import("../../../sharing/project-link.ts");
  const link = decodeProjectLink(hash, templates);
  if (!link.ok) return fail(link.problem.message);
  const known = await store.list();
  const mine = known.ok
    ? known.value.find(({ origin }) => origin.kind === "link" && origin.linkId === link.value.id)
    : undefined;
  if (mine) return keptProject(store, mine.id);
  const created = await createProject(store, link.value.project, {
    origin: { kind: "link", linkId: link.value.id },
    trust: "untrusted",
  });
  return created.ok ? succeed(asOpened(created.value, link.value.warnings)) : created;
}

export async function createProject(
  store: ProjectStore,
  project: Pick<SharedProject, "name"> & { readonly files: readonly ProjectFile[] },
  start: Pick<ProjectRecord, "origin" | "trust">,
): Promise<Result<ProjectRecord, string>> {
  const name = project.name.trim() === "" ? "Untitled" : project.name.trim();
  const created = await store.create({ name, ...start }, project.files);
  return created.ok ? created : fail(created.problem.message);
}

function asOpened(record: ProjectRecord, warnings: readonly string[]): OpenedProject {
  return {
    id: record.id,
    name: record.name,
    origin: record.origin,
    trust: record.trust,
    workdirName: record.id,
    warnings,
  };
}
