/** `npm start`: installs what is missing, builds what is stale, and starts the server in this process. */
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { buildIfStale, installPackages, repositoryRoot, requireNode } from "./prepare.mjs";
import { readStartOptions } from "./start-options.mjs";

requireNode();
const read = readStartOptions(process.argv.slice(2));
if (!read.ok) {
  console.error(read.problem);
  process.exit(2);
}
installPackages();
buildIfStale();
await import(pathToFileURL(join(repositoryRoot, "dist/local-engine/server.mjs")).href);
