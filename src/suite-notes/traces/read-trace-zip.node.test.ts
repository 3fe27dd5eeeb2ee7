import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { failureTraceNote } from "./failure-trace-note.ts";
import { parseTraceArtifacts } from "./parse-trace-artifacts.ts";
import { readTraceZip } from "./read-trace-zip.ts";
import type { TraceArtifact } from "./trace-artifact.ts";
import { traceArtifactsScript } from "./trace-artifacts-script.ts";

const FOLDER = join(import.meta.dirname, "../fixtures/traces");

function traceOf(name: string): TraceArtifact {
  const artifact = readTraceZip(readFileSync(join(FOLDER, `${name}.zip`)), "/project");
  if (artifact === null) throw new Error(`${name} is not read`);
  return artifact;
}

describe("a real trace", () => {
  test("of a click names what the click sent and what came back", () => {
    const trace = traceOf("saves-with-a-click");
    expect(trace.spec).toBe("e2e/traces.spec.js");
    expect(trace.line).toBe(2);
    expect(trace.lastAction?.api).toBe("Frame.click");
    expect(
      trace.lastAction?.requests.map((request) => [request.method, request.path, request.status]),
    ).toEqual([
      ["POST", "/api/items", 422],
      ["GET", "http://127.0.0.1:9/x", -1],
      ["GET", "/api/slow", -1],
    ]);
    expect(trace.lead).toMatchObject({
      sent: '{"data":{"title":"x"}}',
      got: `{"errors":{"title":["can't be blank"]}}`,
      sentAuthorization: true,
      authorization: "Token",
    });
    expect(JSON.stringify(trace)).not.toContain("abc");
    expect(trace.console.slice(0, 3)).toEqual([
      "error: save failed",
      "page error: Error: boom in page",
      "warning: session lost",
    ]);
  });

  test("of a navigation that ran out of time takes the navigation as the last action", () => {
    const trace = traceOf("goto-times-out");
    expect(trace.lastAction?.api).toBe("Frame.goto");
    expect(trace.requests).toMatchObject([{ path: "/hang", status: -1, type: "document" }]);
  });

  test("of a test that only asks the API says why there was no answer", () => {
    const [request] = traceOf("asks-an-api-that-is-not-there").requests;
    expect(request?.failure).toBe("connect ECONNREFUSED 127.0.0.1:45872");
    expect(traceOf("asks-the-api-alone").requests).toMatchObject([{ status: 401 }]);
  });

  test("of a refused page carries the browser's reason", () => {
    expect(traceOf("is-refused").requests).toMatchObject([
      { failure: "net::ERR_CONNECTION_REFUSED", type: "document" },
    ]);
  });
});

describe("the note of traces", () => {
  test("leads with the request that the last action sent and names the wrapped body", () => {
    const note = failureTraceNote([traceOf("saves-with-a-click")], "127.0.0.1") ?? "";
    const lines = note.split("\n");
    expect(lines[1]).toContain("e2e/traces.spec.js:2: last action Frame.click");
    expect(lines[2]).toContain('POST /api/items → 422, sent {"data":{"title":"x"}}, got');
    expect(note).toContain("no response recorded (still in flight): GET /api/slow");
    expect(note).toContain('single key "data"');
    expect(note).toContain("handler of the route");
  });

  test("tells a client that attached no credential", () => {
    const note = failureTraceNote([traceOf("is-signed-out")], "local") ?? "";
    expect(note).toContain("/api/me → 401");
    expect(note).toContain("never attached one");
  });

  test("calls a pending style the cause only when the runner says that the navigation failed", () => {
    const items = [traceOf("hangs-on-a-stylesheet")];
    const failure = { spec: "e2e/traces.spec.js", line: 3, budgetMs: null };
    const sentence = "The navigation waited for /assets/app.css";
    expect(failureTraceNote(items, "local")).not.toContain(sentence);
    expect(
      failureTraceNote(items, "local", [], [], { failures: [{ ...failure, operation: "page.goto" }] }),
    ).toContain(sentence);
    expect(
      failureTraceNote(items, "local", [], [], {
        failures: [{ ...failure, operation: "page.waitForSelector" }],
      }),
    ).not.toContain(sentence);
    const advised = failureTraceNote(items, "local", [], [], {
      failures: [{ ...failure, operation: "page.goto" }],
      productionBuildAdvised: true,
    });
    expect(advised).toContain("Measure a production build");
    expect(advised).not.toContain("run this test again");
  });

  test("says that a page never loaded", () => {
    expect(failureTraceNote([traceOf("is-refused")], "local")).toContain("never loaded");
  });

  test("blames nothing when every answer was good, and is silent without evidence", () => {
    const passes = traceOf("passes");
    expect(failureTraceNote([passes], "local")).not.toMatch(/handler|never|refused/);
    expect(failureTraceNote([], "local")).toBeNull();
    expect(failureTraceNote([{ ...passes, requests: [], console: [], actions: [] }], "local")).not.toBeNull();
  });

  test("tells a test that failed before first, and five tests at most", () => {
    const items = Array.from({ length: 7 }, (_each, index) => ({
      ...traceOf("saves-with-a-click"),
      line: index + 1,
    }));
    const note = failureTraceNote(items, "local", ["e2e/traces.spec.js:6"]) ?? "";
    expect(note.split("\n")[1]).toContain("traces.spec.js:6");
    expect(note.match(/last action/g)).toHaveLength(5);
    expect(note).toContain("2 more traces not shown");
  });
});

test("the program prints what the browser's reader reads", () => {
  const folder = mkdtempSync(join(tmpdir(), "traces-"));
  try {
    for (const name of readdirSync(FOLDER).filter((each) => each.endsWith(".zip"))) {
      const target = join(folder, "results", name.replace(".zip", ""));
      mkdirSync(target, { recursive: true });
      cpSync(join(FOLDER, name), join(target, "trace.zip"));
    }
    mkdirSync(join(folder, "broken"));
    writeFileSync(join(folder, "broken", "trace.zip"), "not a zip");
    writeFileSync(join(folder, "read.mjs"), traceArtifactsScript());
    const stdout = execFileSync(process.execPath, [join(folder, "read.mjs"), folder], { encoding: "utf8" });
    const read = parseTraceArtifacts(stdout);
    expect(read).toHaveLength(8);
    const click = read.find((trace) => trace.lastAction?.api === "Frame.click");
    expect({ ...click, spec: "" }).toEqual({ ...traceOf("saves-with-a-click"), spec: "" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("lines that are not a whole trace are dropped", () => {
  const whole = '{"spec":"a.spec.ts","line":3,"requests":[],"console":[],"actions":[]}';
  expect(parseTraceArtifacts(`noise\nTRACE ${whole}\nTRACE {"spe`)).toHaveLength(1);
  expect(parseTraceArtifacts("TRACE null")).toEqual([]);
  expect(parseTraceArtifacts('TRACE {"spec":1,"line":3,"requests":[],"console":[],"actions":[]}')).toEqual(
    [],
  );
});

test("damaged bytes never throw", () => {
  const good = readFileSync(join(FOLDER, "saves-with-a-click.zip"));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 20 }),
      fc.nat(good.length),
      (changes, length) => {
        const bytes = new Uint8Array(good);
        for (const [at, value] of changes) bytes[at] = value;
        readTraceZip(bytes, "/project");
        readTraceZip(bytes.subarray(0, length), "/project");
      },
    ),
    { numRuns: 60 },
  );
});

test("a small entry that claims to be huge is not unpacked", () => {
  const bomb = zipSync({ "0-trace.trace": new Uint8Array(4), "test.trace": new Uint8Array(0) });
  const view = new DataView(bomb.buffer);
  for (let at = 0; at < bomb.length - 4; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 0xfffffff0, true);
  }
  expect(readTraceZip(bomb, "/project")?.requests).toEqual([]);
});
