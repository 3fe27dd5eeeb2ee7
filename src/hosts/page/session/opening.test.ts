import { expect, test } from "vitest";
import type { HostInfo } from "../../../contracts/host-info.ts";
import type { ProjectId } from "../../../projects/project-store.ts";
import { addressOfFolder, addressOfProject, addressOfStart, openingOf } from "./opening.ts";

const bare: HostInfo = { version: 1, engine: { kind: "local" }, folders: [], proxiedProviders: [] };
const withFolder: HostInfo = { ...bare, folders: [{ workdirName: "my app", label: "~/my app" }] };

test.each([
  ["nothing named", "http://x/", bare, { kind: "start" }],
  ["a project", "http://x/?project=p-12ab", bare, { kind: "project", project: "p-12ab" }],
  ["a project with a hostile name", "http://x/?project=../../etc", bare, { kind: "start" }],
  [
    "a link beside a project",
    "http://x/?project=p-12ab#p1.d1.1.0000000.A",
    bare,
    { kind: "link", hash: "#p1.d1.1.0000000.A" },
  ],
  ["a link of a later format", "http://x/#p9.zz", bare, { kind: "link", hash: "#p9.zz" }],
  ["another hash", "http://x/#top", bare, { kind: "start" }],
  [
    "the server's folder",
    "http://x/",
    withFolder,
    { kind: "folder", workdirName: "my app", label: "~/my app" },
  ],
  ["the start page in spite of a folder", "http://x/?start", withFolder, { kind: "start" }],
  ["a folder that the server does not offer", "http://x/?folder=other", bare, { kind: "start" }],
])("%s", (_what, address, hostInfo, opening) => {
  expect(openingOf(new URL(address), hostInfo)).toEqual(opening);
});

test("each address opens what it was made for", () => {
  const here = new URL("http://x/?old#hash");
  expect(openingOf(new URL(addressOfProject(here, "p-1" as ProjectId)), bare)).toEqual({
    kind: "project",
    project: "p-1",
  });
  expect(openingOf(new URL(addressOfFolder(here, "my app")), withFolder)).toMatchObject({
    workdirName: "my app",
  });
  expect(openingOf(new URL(addressOfStart(here)), withFolder)).toEqual({ kind: "start" });
});
