import { expect, test } from "vitest";
import { fileLinks } from "./file-links.ts";

const places = (text: string) =>
  fileLinks(text, "/home/project").map(({ path, line, column }) => `${path} ${line} ${column ?? "-"}`);

test.each([
  [" ❯ src/add.test.ts:7:21", ["src/add.test.ts 7 21"]],
  ["src/index.ts(3,5): error TS2304", ["src/index.ts 3 5"]],
  ["    at add (/home/project/src/add.ts:2:10)", ["src/add.ts 2 10"]],
  ["    at run (/usr/lib/node/run.js:2:10)", []],
  ["./a-b/c_d.test.tsx:12", ["a-b/c_d.test.tsx 12 -"]],
  ["http://localhost:5173/src/main.ts:3", []],
  ["listening on 127.0.0.1:3000", []],
  ["../other/a.ts:3", []],
  ["12:30:45 done", []],
])("in %j", (text, expected) => {
  expect(places(text)).toEqual(expected);
});
