import { DisposableStore } from "../../../base/disposable.ts";
import { Emitter } from "../../../base/emitter.ts";
import type { Remote } from "../../../base/link.ts";
import type { AgentNotice, AgentRequests } from "../../../contracts/agent-link.ts";
import { backendInMemory } from "../../../contracts/backend-in-memory.ts";
import type {
  Engine,
  EngineProblem,
  OpenPort,
  PreviewMessage,
  TerminalSession,
} from "../../../contracts/engine.ts";
import { fail, succeed } from "../../../base/result.ts";
import { sampleProject } from "../../../projects/sample/sample-project.ts";
import type { ProjectId } from "../../../projects/project-store.ts";
import { memoryInStorage, type Memory } from "../../../ui/state/memory.ts";
import { createRunsStore } from "../../../ui/state/runs.ts";
import { createWorkbenchStores } from "../../../ui/state/workbench-stores.tsx";
import { connectStores } from "../connect-stores.ts";
import type { ProjectPage } from "../project-page.ts";

/** A page over files in memory, for working on the interface without any engine. Only in development builds. */
export function openMemoryPage(memory: Memory): ProjectPage {
  const owned = new DisposableStore();
  const projectMemory = memoryInStorage("tabwright.memory.");
  const stores = owned.add(
    createWorkbenchStores({
      memory,
      projectMemory,
      engineLabel: "files in memory",
      mayCloseFile: () => true,
    }),
  );
  owned.add(connectStores(stores));
  const many = Number(new URL(location.href).searchParams.get("memory")) || 0;
  const files: Record<string, string | Uint8Array> = { ...sampleProject.files, ...ODD_FILES };
  for (let index = 0; index < many; index += 1)
    files[`many/file-${index}.ts`] = `export const n = ${index};\n`;
  const engine = memoryEngine(files);
  owned.add(stores.files.connect(engine.backend));
  stores.engine.setState({
    engine,
    status: { state: "ready", capabilities: engine.capabilities },
  });
  const notices = new Emitter<AgentNotice>();
  const runs = owned.add(createRunsStore(NO_AGENT, notices, projectMemory));
  return {
    project: {
      id: "p-memory" as ProjectId,
      name: sampleProject.name,
      origin: { kind: "sample" },
      trust: "own",
      warnings: [],
    },
    hostInfo: { version: 1, engine: { kind: "tab" }, folders: [], proxiedProviders: [] },
    memory,
    stores,
    runs,
    agent: { requests: NO_AGENT, notices },
    mayRun: () => true,
    trust: async () => {},
    restartEngine: async () => {},
    dispose: () => owned.dispose(),
  };
}

const ODD_FILES: Record<string, string | Uint8Array> = {
  "data/blob.bin": new Uint8Array([1, 0, 2, 0]),
  "data/large.log": new Uint8Array(6_000_000).fill(97),
  "data/latin.txt": new Uint8Array([0x63, 0x61, 0x66, 0xe9, 10]),
  'odd names/-it\'s "fine" 🙂.ts': "export const x: number = 'no';\n",
};

const NO_AGENT: Remote<AgentRequests> = new Proxy({} as Remote<AgentRequests>, {
  get(_target, name) {
    if (name === "listRuns") return async () => [];
    if (name === "approvalMode") return async () => "ask";
    if (name === "modelSettings")
      return async () => ({
        choice: { provider: "demo", model: "demo" },
        keys: {
          demo: "none",
          anthropic: "none",
          openai: "stored-here",
          google: "none",
          "openai-compatible": "none",
        },
      });
    if (name === "testConnection")
      return async () => ({
        ok: false,
        status: 401,
        body: '{"error":"invalid key"}',
        likelyCause: "The key was refused.",
      });
    return async () => undefined;
  },
});

function memoryEngine(files: Record<string, string | Uint8Array>): Engine {
  const backend = backendInMemory(files, { capabilities: { terminal: true } });
  return {
    kind: "tab",
    label: "files in memory",
    capabilities: backend.capabilities,
    backend,
    ports: new Emitter<readonly OpenPort[]>(),
    openPorts: () => [],
    previewMessages: new Emitter<PreviewMessage>(),
    lost: new Emitter<EngineProblem>(),
    openTerminal: async () =>
      location.hash === "#no-shell"
        ? fail({ kind: "not-supported", message: "Files in memory have no shell." })
        : succeed(echoShell()),
    dispose() {},
  };
}

function echoShell(): TerminalSession {
  const output = new Emitter<string>();
  let end: (code: number) => void = () => {};
  const exit = new Promise<number>((resolve) => (end = resolve));
  setTimeout(
    () => output.emit("echo shell: \x1b[32mok\x1b[0m \x1b[31mfailed\x1b[0m src/index.ts:2:3\r\n$ "),
    0,
  );
  return {
    output,
    exit,
    write(data) {
      if (data === "\u0004") end(0);
      else if (data === "\r") output.emit("\r\n$ ");
      else if (data === "~") output.emit("flood of text 0123456789\r\n".repeat(400_000));
      else output.emit(data);
    },
    resize() {},
    dispose: () => end(0),
  };
}
