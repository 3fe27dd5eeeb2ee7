import { useEffect, useState } from "react";
import type { Result } from "../../base/result.ts";
import type { HostInfo } from "../../contracts/host-info.ts";
import type { StoreProblem } from "../../contracts/project-keeping.ts";
import type { ProjectId, ProjectOrigin, ProjectRecord, ProjectStore } from "../../projects/project-store.ts";
import { StartPage, type StartPageProps } from "../../ui/start/start-page.tsx";
import { createProject } from "./session/find-project.ts";
import { addressOfFolder, addressOfProject } from "./session/opening.ts";

/** The projects that this browser keeps, or why it keeps none. */
export type OpenStore = Result<ProjectStore, StoreProblem>;

export interface StartScreenProps {
  readonly hostInfo: HostInfo;
  readonly store: OpenStore;
  readonly problem: string | undefined;
}

/** The start page with what it does. Opening is going to the project's own address. */
export function StartScreen({ hostInfo, store, problem }: StartScreenProps) {
  const [recent, setRecent] = useState<readonly ProjectRecord[]>([]);
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState(problem);
  useEffect(() => {
    if (!store.ok) return;
    let wanted = true;
    void store.value.list().then((listed) => wanted && listed.ok && setRecent(listed.value));
    return () => {
      wanted = false;
    };
  }, [store]);
  const here = (): URL => new URL(location.href);
  const attempt = (what: string, job: (kept: ProjectStore) => Promise<string>): void => {
    if (!store.ok) return setFailure(store.problem.message);
    setBusy(what);
    setFailure(undefined);
    job(store.value).then(
      (address) => location.assign(address),
      (error: unknown) => {
        setBusy(undefined);
        setFailure(error instanceof Error ? error.message : String(error));
      },
    );
  };
  return (
    <StartPage
      recent={store.ok ? recent.map(asRecent) : undefined}
      folders={hostInfo.folders.map(({ workdirName, label }) => ({ id: workdirName, label }))}
      engine={engineWords(hostInfo)}
      problem={failure}
      busy={busy}
      onSample={() => attempt("Opening the sample", openSample)}
      onEmpty={() =>
        attempt("Making a project", async (kept) =>
          open(
            await createProject(
              kept,
              { name: "Untitled", files: [] },
              { origin: { kind: "empty" }, trust: "own" },
            ),
          ),
        )
      }
      onFolder={(id) => location.assign(addressOfFolder(here(), id))}
      onZip={(file) => attempt(`Reading ${file.name}`, (kept) => openZip(kept, file))}
      onLink={(address) => {
        const hash = /#p\d+\.[^\s]*/.exec(address)?.[0];
        if (hash === undefined)
          return setFailure("This is not a Tabwright link: a link holds a # and the project after it.");
        const next = here();
        next.search = "";
        next.hash = hash;
        location.assign(next);
        location.reload();
      }}
      onRecent={(id) => location.assign(addressOfProject(here(), id as ProjectId))}
      onForget={(id) => {
        if (!store.ok) return;
        setRecent(recent.filter((project) => project.id !== id));
        void store.value.change(id as ProjectId, { deleted: true });
      }}
    />
  );
}

function open(created: Awaited<ReturnType<typeof createProject>>): string {
  if (!created.ok) throw new Error(created.problem);
  return addressOfProject(new URL(location.href), created.value.id);
}

async function openSample(store: ProjectStore): Promise<string> {
  const { sampleFiles, sampleName } = await import("./session/templates.ts");
  return open(
    await createProject(
      store,
      { name: sampleName, files: sampleFiles() },
      { origin: { kind: "sample" }, trust: "own" },
    ),
  );
}

async function openZip(store: ProjectStore, file: File): Promise<string> {
  const { readProjectZip } = await import("../../sharing/project-zip.ts");
  const read = readProjectZip(new Uint8Array(await file.arrayBuffer()));
  if (!read.ok) throw new Error(read.problem.message);
  const name = file.name.replace(/\.zip$/i, "");
  return open(
    await createProject(
      store,
      { name, files: read.value.files },
      { origin: { kind: "zip", fileName: file.name }, trust: "own" },
    ),
  );
}

function asRecent({
  id,
  name,
  origin,
  openedAt,
}: ProjectRecord): NonNullable<StartPageProps["recent"]>[number] {
  return { id, name, origin: originWords(origin), openedAt };
}

function originWords(origin: ProjectOrigin): string {
  switch (origin.kind) {
    case "sample":
      return "The sample";
    case "empty":
      return "Begun here";
    case "zip":
      return `From ${origin.fileName}`;
    case "link":
      return "From a link";
    case "folder":
      return "A folder of the engine";
  }
}

function engineWords({ engine }: HostInfo): StartPageProps["engine"] {
  switch (engine.kind) {
    case "local":
      return {
        tone: "ok",
        name: "Local engine",
        why:
          engine.launcher === undefined || engine.launcher === "none"
            ? "This page comes from npm start, so projects run as real processes on this machine."
            : `This page comes from npm start, so projects run as real processes on this machine, kept apart by ${engine.launcher}.`,
      };
    case "webcontainer":
      return crossOriginIsolated
        ? {
            tone: "ok",
            name: "WebContainer",
            why: "This browser can run Node inside the tab through StackBlitz's hosted runtime. It needs the network.",
          }
        : {
            tone: "warn",
            name: "WebContainer cannot start here",
            why: "This page is not cross-origin isolated. Files can be read; to run them, use npm start on your machine.",
          };
    case "tab":
      return {
        tone: "info",
        name: "Engine in this tab",
        why: "There is no server and no network: a small shell in this tab runs simple commands.",
      };
  }
}
