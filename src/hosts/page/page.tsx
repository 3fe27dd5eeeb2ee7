import { useEffect, useState } from "react";
import type { HostInfo } from "../../contracts/host-info.ts";
import { AnnouncerProvider } from "../../ui/kit/announcer.tsx";
import { ErrorBoundary } from "../../ui/kit/error-boundary.tsx";
import { lazyPart } from "../../ui/kit/lazy-part.tsx";
import { ProgressLine } from "../../ui/kit/progress-line.tsx";
import { ErrorState } from "../../ui/kit/state-message.tsx";
import type { Memory } from "../../ui/state/memory.ts";
import { ProjectStore } from "../../projects/project-store.ts";
import { fetchHostInfo } from "./session/host-info.ts";
import { findProject } from "./session/find-project.ts";
import { addressOfStart, openingOf } from "./session/opening.ts";
import type { ProjectPage } from "./project-page.ts";
import { type OpenStore, StartScreen } from "./start-screen.tsx";

const loadProjectPage = () => import("./project-page.ts");
const ProjectWorkbench = lazyPart("Opening the project", async () => {
  const workbench = await import("./project-workbench.tsx");
  void workbench.preloadFirstParts();
  return workbench.ProjectWorkbench;
});

type Shown =
  | { readonly at: "opening" }
  | {
      readonly at: "start";
      readonly hostInfo: HostInfo;
      readonly store: OpenStore;
      readonly problem?: string;
    }
  | { readonly at: "project"; readonly page: ProjectPage }
  | { readonly at: "failed"; readonly message: string };

/** What the address asks for: the start page or one project. */
export function Page({ memory }: { readonly memory: Memory }) {
  const [shown, setShown] = useState<Shown>({ at: "opening" });
  useEffect(() => {
    const stop = new AbortController();
    let opened: ProjectPage | undefined;
    open(memory, stop.signal).then(
      (found) => {
        if (found.at === "project") opened = found.page;
        if (stop.signal.aborted) opened?.dispose();
        else setShown(found);
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setShown({ at: "failed", message: String(error) });
      },
    );
    return () => {
      stop.abort();
      opened?.dispose();
    };
  }, [memory]);
  return <AnnouncerProvider>{draw(shown)}</AnnouncerProvider>;
}

function draw(shown: Shown) {
  switch (shown.at) {
    case "opening":
      return <ProgressLine label="Opening Tabwright" />;
    case "start":
      return <StartScreen hostInfo={shown.hostInfo} store={shown.store} problem={shown.problem} />;
    case "project":
      return (
        <ErrorBoundary what="The workbench">
          <ProjectWorkbench page={shown.page} />
        </ErrorBoundary>
      );
    case "failed":
      return (
        <main>
          <ErrorState
            title="Tabwright cannot open"
            meaning={shown.message}
            action={{ title: "Reload", run: () => location.reload() }}
          />
        </main>
      );
  }
}

async function open(memory: Memory, signal: AbortSignal): Promise<Shown> {
  if (import.meta.env.DEV && new URL(location.href).searchParams.has("memory")) {
    const { openMemoryPage } = await import("./dev/memory-page.ts");
    return { at: "project", page: openMemoryPage(memory) };
  }
  // The workbench's code is on its way while the server and the store are asked.
  const code = Promise.all([loadProjectPage(), ProjectWorkbench.preload()]);
  const [info, store] = await Promise.all([fetchHostInfo(signal), ProjectStore.open()]);
  if (!info.ok) return { at: "failed", message: info.problem };
  const hostInfo = info.value;
  const opening = openingOf(new URL(location.href), hostInfo);
  if (opening.kind === "start") return { at: "start", hostInfo, store };
  const project = await findProject(opening, store, async () => [
    (await import("./session/templates.ts")).sampleTemplate(),
  ]);
  if (!project.ok) {
    history.replaceState(null, "", addressOfStart(new URL(location.href)));
    return { at: "start", hostInfo, store, problem: project.problem };
  }
  const [{ openProjectPage }] = await code;
  signal.throwIfAborted();
  return {
    at: "project",
    page: openProjectPage({
      memory,
      hostInfo,
      project: project.value,
      store: store.ok ? store.value : undefined,
    }),
  };
}
