import { expect, test } from "vitest";
import { untrustedFiles } from "./untrusted-files.ts";

test("a project from a link can be read, and neither changes nor runs before it is trusted", async () => {
  const backend = untrustedFiles([{ path: "src/a.ts", bytes: new TextEncoder().encode("one") }]);
  const read = await backend.readFile("src/a.ts");
  expect(read.ok && new TextDecoder().decode(read.value)).toBe("one");
  const refused = await Promise.all([
    backend.writeFile("src/a.ts", new Uint8Array()),
    backend.remove("src/a.ts"),
    backend.rename("src/a.ts", "b.ts"),
    backend.makeDirectory("x"),
  ]);
  expect(refused.map((each) => !each.ok && each.problem.kind)).toEqual(Array(4).fill("not-permitted"));
  expect((await backend.run("ls")).ok).toBe(false);
});
