import { disposable } from "../../../base/disposable.ts";
import type { Wire } from "../../../base/link.ts";
import { endProcesses } from "../processes/process-tree.ts";
import { decodeMessage, encodeMessage } from "../wire/engine-link.ts";
import { type Channel, type ChannelPurpose, Multiplexer, streamOf } from "../pipe/multiplexer.ts";
import { BulkTickets } from "./bulk-tickets.ts";
import { type AgentParts, EngineSession } from "./engine-session.ts";
import { connectToPort, PortWatch } from "./port-watch.ts";
import { ProjectPaths } from "./project-paths.ts";
import { TreeWatch } from "./tree-watch.ts";

/** The process that owns one project: files, terminals, ports. Speaks frames on its standard input and output until its input ends. */
function startAgent(folder: string, mark: string): void {
  const paths = new ProjectPaths(folder);
  const parts: AgentParts = {
    paths,
    tickets: new BulkTickets(),
    ports: new PortWatch(mark),
    trees: new TreeWatch(paths),
  };
  const sessions = new Set<EngineSession>();
  let lastSession = 0;

  const opened = (channel: Channel, purpose: ChannelPurpose): void => {
    switch (purpose.kind) {
      case "session": {
        lastSession += 1;
        const session = new EngineSession(parts, wireOn(channel, end), `${mark}.${lastSession}`);
        function end(): void {
          session.dispose();
          sessions.delete(session);
        }
        sessions.add(session);
        break;
      }
      case "connect":
        void connectChannel(channel, purpose.port, parts.ports);
        break;
      case "bulk": {
        const bytes = parts.tickets.redeem(purpose.ticket);
        if (bytes === undefined) channel.reset();
        else pipeTogether(bytes, streamOf(channel));
        break;
      }
    }
  };
  const channels = new Multiplexer(process.stdin, process.stdout, opened);

  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    for (const session of sessions) session.dispose();
    channels.dispose();
    parts.ports.dispose();
    void endProcesses(mark).finally(() => process.exit(0));
  };
  process.stdin.on("close", stop);
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

function wireOn(channel: Channel, ended: () => void): Wire {
  return {
    post: (message) => channel.send(encodeMessage(message)),
    listen(receive) {
      channel.listen({ data: (bytes) => receive(decodeMessage(bytes)), end: ended, reset: ended });
      return disposable(() => channel.reset());
    },
  };
}

/** Only ports that a program of the project opened: everything else on the machine is none of a preview's business. */
async function connectChannel(channel: Channel, port: number, ports: PortWatch): Promise<void> {
  const socket = ports.open.has(port) ? await connectToPort(port) : undefined;
  if (socket === undefined) channel.reset();
  else {
    const stream = streamOf(channel);
    pipeTogether(socket, stream);
    stream.pipe(socket);
    stream.on("close", () => socket.destroy());
  }
}

function pipeTogether(
  from: NodeJS.ReadableStream & { destroy(): void },
  to: NodeJS.WritableStream & { destroy(): void },
): void {
  from.pipe(to);
  from.on("error", () => to.destroy());
  to.on("error", () => from.destroy());
  to.on("close", () => from.destroy());
}

const [, , folder, mark] = process.argv;
if (folder === undefined || mark === undefined) {
  console.error("The engine agent is started by the local engine's server with a folder and a mark.");
  process.exit(2);
}
startAgent(folder, mark);
