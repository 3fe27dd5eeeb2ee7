import { describe, expect, test } from "vitest";
import { isEnvFilePath, redactSecrets, redactSecretsInCode } from "./redact.ts";

describe("what is masked", () => {
  const M = "[REDACTED]";
  test.each([
    ["STRIPE_SECRET=whsec_9", `STRIPE_SECRET=${M}`, `STRIPE_SECRET=${M}`],
    ["at boot: REDIS_URL=redis://h", `at boot: REDIS_URL=${M}`, undefined],
    ["{ mailToken: 'm-77' }", `{ mailToken: '${M}' }`, undefined],
    ["resetPasswordPath: '/auth/reset'", `resetPasswordPath: '${M}'`, undefined],
    ["<Box auth={session} />", undefined, undefined],
    ["export GH_TOKEN=abc", `export GH_TOKEN=${M}`, `export GH_TOKEN=${M}`],
    ["passwordHint: 'username'", undefined, undefined],
    ["const AUTH_MODE=strict", `const AUTH_MODE=${M}`, undefined],
    ["TOKEN=$OTHER", `TOKEN=${M}`, undefined],
    ["TOKEN=", undefined, undefined],
    ["TOKEN=a\r\nNEXT=1", `TOKEN=${M}\r\nNEXT=1`, `TOKEN=${M}\r\nNEXT=1`],
    [`x ghp_${"a1".repeat(18)} y`, `x ${M} y`, `x ${M} y`],
    ["postgres://user:pass@host/db", `postgres://user:${M}@host/db`, `postgres://user:${M}@host/db`],
  ])("%s", (text, dump, code) => {
    expect(redactSecrets(text)).toBe(dump ?? text);
    expect(redactSecretsInCode(text)).toBe(code ?? text);
  });

  test("masking twice changes nothing more", () => {
    const once = redactSecrets('A_TOKEN=1\n{ secret: "x" }');
    expect(redactSecrets(once)).toBe(once);
  });

  test("a key that fills many lines keeps their number", () => {
    const dashes = "-".repeat(5);
    const key = `${dashes}BEGIN PRIVATE KEY${dashes}\nabc\ndef\n${dashes}END PRIVATE KEY${dashes}\nafter\n`;
    const masked = redactSecretsInCode(key);
    expect(masked).not.toContain("abc");
    expect(masked.split("\n")).toHaveLength(key.split("\n").length);
  });

  test.each([["TOKEN"], ["eyJ-"], ["a.a."], ["x://"], ["sk-"]])(
    "a long run of %s takes no long time",
    (piece) => {
      const started = performance.now();
      redactSecrets(piece.repeat(200_000 / piece.length));
      expect(performance.now() - started).toBeLessThan(1_000);
    },
  );
});

test.each([
  ["app/.env.test", true],
  ["cfg/dev.env", true],
  [".ENV", true],
  [".envrc", false],
  ["src/env.ts", false],
])("%s holds environment values: %s", (path, expected) => {
  expect(isEnvFilePath(path)).toBe(expected);
});
