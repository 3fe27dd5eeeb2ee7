import { spawnSync } from "node:child_process";

const steps = [
  { name: "types", program: "tsc", args: ["-b"] },
  { name: "lint", program: "oxlint", args: ["--deny-warnings"] },
  { name: "format", program: "oxfmt", args: ["--check"] },
  { name: "dead code", program: "knip", args: ["--no-config-hints"] },
  { name: "tests", program: "vitest", args: ["run", ...process.argv.slice(2)] },
];

for (const { name, program, args } of steps) {
  const started = performance.now();
  const { status } = spawnSync("npx", ["--no-install", program, ...args], { stdio: "inherit" });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (status !== 0) {
    console.error(`check: ${name} failed after ${seconds} s`);
    process.exit(1);
  }
  console.log(`check: ${name} ok, ${seconds} s`);
}
