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
import { openProjectPage, type ProjectPage } from "./project-page.ts";
import { preloadFirstParts, ProjectWorkbench } from "./project-workbench.tsx";
import type { OpenStore, StartScreenProps } from "./start-screen.tsx";

const StartScreen = lazyPart<StartScreenProps>(
  "Opening Tabwright",
  async () => (await import("./start-screen.tsx")).StartScreen,
);

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
  void preloadFirstParts();
  const [info, store] = await Promise.all([fetchHostInfo(signal), ProjectStore.open()]);
  if (!info.ok) return { at: "failed", message: info.problem };
  const hostInfo = info.value;
  const opening = openingOf(new URL(location.href), hostInfo);
  if (opening.kind === "start") {
    await StartScreen.preload();
    return { at: "start", hostInfo, store };
  }
  const project = await findProject(opening, store, async () => [
    (await import("./session/templates.ts")).sampleTemplate(),
  ]);
  if (!project.ok) {
    history.replaceState(null, "", addressOfStart(new URL(location.href)));
    return { at: "start", hostInfo, store, problem: project.problem };
  }
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
