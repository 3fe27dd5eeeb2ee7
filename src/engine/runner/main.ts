import { runnerOver } from "./runner.ts";

runnerOver(process.stdin, process.stdout);
