import { expect, test } from "vitest";
import { allConnectionFailures, classifyRunFailure, type RunFailureClass } from "./classify-run-failure.ts";

const HURL_DNS = `error: HTTP connection
  --> t/a.hurl:4:5
   |
 4 | GET http://nowhere.invalid/x
   |     ^^^^^^^^^^^^^^^^^^^^^^^^ (6) Could not resolve host: nowhere.invalid`;
const HURL_SLOW = `error: HTTP connection
  --> t/b.hurl:1:5
   |     ^ (28) Operation timed out after 20001 milliseconds with 0 bytes received`;
const HURL_STATUS = `error: Assert status code
  --> t/c.hurl:9:6
   |
 9 | HTTP 200
   |      ^^^ actual value is <500>`;
const REFUSED = `    Error: page.goto: net::ERR_CONNECTION_REFUSED at http://127.0.0.1:41999/users
        at /project/e2e/refused.spec.js:5:16`;
const STATUS = `    Error: expect(received).toBe(expected) // Object.is equality

    Expected: 200
    Received: 422
        at /project/e2e/api.spec.js:7:3`;

test.each<[string, string, RunFailureClass | null]>([
  ["a host that is unknown", HURL_DNS, { kind: "connection", connection: "dns", at: "t/a.hurl:4" }],
  [
    "a slow answer",
    HURL_SLOW,
    { kind: "connection", connection: "timeout", seconds: 20.001, at: "t/b.hurl:1" },
  ],
  ["a status of Hurl", HURL_STATUS, { kind: "status", at: "t/c.hurl:9" }],
  [
    "a refused page",
    REFUSED,
    { kind: "connection", connection: "refused", at: "/project/e2e/refused.spec.js:5:16" },
  ],
  ["two bare statuses", STATUS, { kind: "status", at: "/project/e2e/api.spec.js:7:3" }],
  ["an element", "TimeoutError: locator.waitFor: Timeout 700ms exceeded.", { kind: "assertion" }],
  [
    "refused beside an assertion",
    `${REFUSED}\n${STATUS}`,
    { kind: "connection", connection: "refused", at: "/project/e2e/refused.spec.js:5:16" },
  ],
  ["a build that went well", "Compiled OK", null],
  ["a number that is no status", "Expected: 404 items", null],
  [
    "a page that took too long",
    "Error: page.goto: Timeout 3000ms exceeded.",
    { kind: "connection", connection: "timeout", seconds: 3 },
  ],
  [
    "a colour code",
    "\u001B[31mError: connect ECONNREFUSED 127.0.0.1:80\u001B[39m",
    { kind: "connection", connection: "refused" },
  ],
])("%s", (_what, text, expected) => {
  expect(classifyRunFailure(text)).toEqual(expected);
});

test("only a list of connection failures is all connection failures", () => {
  const refused = classifyRunFailure(REFUSED);
  expect(allConnectionFailures([refused, classifyRunFailure(HURL_SLOW)])).toBe(true);
  expect(allConnectionFailures([refused, null])).toBe(false);
  expect(allConnectionFailures([refused, classifyRunFailure(STATUS)])).toBe(false);
  expect(allConnectionFailures([])).toBe(false);
});
