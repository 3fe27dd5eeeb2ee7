import { expect, test } from "vitest";
import { safeLink } from "./safe-link.ts";

test.each([
  ["a web address", "https://a.example/x?y=1", "a.example"],
  ["a local address", "http://localhost:5173/", "localhost:5173"],
  ["a script", "javascript:alert(1)", undefined],
  ["data", "data:text/html,x", undefined],
  ["a file", "file:///etc/passwd", undefined],
  ["a relative address", "../settings", undefined],
  ["nothing", undefined, undefined],
])("%s", (_what, href, host) => expect(safeLink(href)?.host).toBe(host));
