import { describe, expect, test } from "vitest";
import { hex, toolBench } from "../testing/tool-bench.ts";
import { serializedChars } from "../text/serialized.ts";

const lines = (count: number, text = "line"): string =>
  Array.from({ length: count }, (_, index) => `${text} ${index + 1}\n`).join("");

describe("a whole file", () => {
  test("comes with its number of lines and without line numbers", async () => {
    const bench = toolBench({ "src/a.ts": "one\ntwo\n" });
    expect(await bench.call("read_file", { path: "src/a.ts" })).toEqual({
      path: "src/a.ts",
      kind: "text",
      content: "one\ntwo\n",
      offset: 1,
      lines: 2,
      totalLines: 2,
      truncated: false,
    });
  });

  test("R4 an empty one is a success", async () => {
    const bench = toolBench({ "a.ts": "" });
    expect(await bench.call("read_file", { path: "a.ts" })).toMatchObject({
      content: "",
      totalLines: 0,
      empty: true,
    });
  });
});

describe("R1 sizes", () => {
  test("at the bound it is served, one byte above it a window is asked for", async () => {
    const row = `${"x".repeat(1023)}\n`;
    const bench = toolBench({ "at.txt": row.repeat(256), "above.txt": `${row.repeat(256)}y` });
    expect((await bench.call("read_file", { path: "at.txt" }))["error"]).toBeUndefined();
    const above = await bench.call("read_file", { path: "above.txt" });
    expect(above["code"]).toBe("TOO_LARGE_READ");
    expect(above["error"]).toMatch(/262145.*262144.*"offset":1,"limit":200/s);
    expect((await bench.call("read_file", { path: "above.txt", offset: 2, limit: 1 }))["content"]).toBe(row);
  });

  test("above the largest size nothing is opened", async () => {
    const bench = toolBench({ "big.txt": new Uint8Array(10_485_761).fill(97) });
    const result = await bench.call("read_file", { path: "big.txt", offset: 1, limit: 1 });
    expect(result["code"]).toBe("TOO_LARGE_OPEN");
  });
});

describe("R2 one answer holds what fits", () => {
  test("a cut ends at a line and the next window goes on without a gap", async () => {
    const content = lines(8_000);
    const bench = toolBench({ "a.txt": content });
    let text = "";
    let offset = 1;
    for (let calls = 0; calls < 10 && text.length < content.length; calls += 1) {
      const result = await bench.call("read_file", { path: "a.txt", ...(offset === 1 ? {} : { offset }) });
      expect(serializedChars(String(result["content"]))).toBeLessThanOrEqual(59_000);
      text += String(result["content"]);
      offset += Number(result["lines"]);
    }
    expect(text).toBe(content);
  });

  test("the second window of a small file brings all of it", async () => {
    const bench = toolBench({ "a.txt": lines(20) });
    expect((await bench.call("read_file", { path: "a.txt", limit: 2 }))["lines"]).toBe(2);
    expect((await bench.call("read_file", { path: "a.txt", offset: 5, limit: 2 }))["lines"]).toBe(20);
  });
});

describe("R3 a line that is larger than an answer", () => {
  test("comes in slices that join to the line and never split a character", async () => {
    const line = "😀".repeat(40_000);
    const bench = toolBench({ "a.txt": line });
    let text = "";
    for (let calls = 0; calls < 5 && text.length < line.length; calls += 1) {
      const result = await bench.call("read_file", {
        path: "a.txt",
        limit: 1,
        offset: 1,
        char_offset: text.length,
      });
      const part = String(result["content"]);
      expect(part.isWellFormed()).toBe(true);
      text += part;
    }
    expect(text).toBe(line);
  });
});

describe("R5 windows", () => {
  test.each([
    [{ offset: -3 }, "line 8\nline 9\nline 10\n"],
    [{ offset: 0, limit: 1 }, "line 1\n"],
    [{ offset: "2", limit: "1" }, "line 2\n"],
    [{ offset: -99, limit: 1 }, "line 1\n"],
  ])("%j", async (window, content) => {
    const bench = toolBench({ "a.txt": lines(10) });
    const result = await bench.call("read_file", { path: "a.txt", ...window });
    expect(String(result["content"]).trimEnd()).toBe(content.trimEnd());
  });

  test.each([
    [{ offset: 11 }, "10 lines"],
    [{ limit: 0 }, "limit"],
    [{ offset: 1.5 }, "whole number"],
    [{ offset: "many" }, "whole number"],
  ])("%j is refused", async (window, text) => {
    const bench = toolBench({ "a.txt": lines(10) });
    expect((await bench.call("read_file", { path: "a.txt", ...window }))["error"]).toContain(text);
  });
});

describe("R6 a file that is not there", () => {
  test.each([
    ["another case", { "src/App.tsx": "" }, "src/app.tsx", "src/App.tsx"],
    ["another ending", { "src/app.jsx": "" }, "src/app.tsx", "src/app.jsx"],
    ["the folder's names", { "src/main.ts": "", "src/deep/a.ts": "" }, "src/nope.ts", "deep/, main.ts"],
    ["the nearest folder", { "src/main.ts": "" }, "src/x/y/z.ts", "src is the nearest directory that exists"],
  ])("%s is named", async (_why, files, path, text) => {
    const result = await toolBench(files).call("read_file", { path });
    expect(result["code"]).toBe("ENOENT");
    expect(result["error"]).toContain(text);
  });

  test("a name that is kept from the agent is not suggested", async () => {
    const bench = toolBench({ ".env": "" }, { config: { readDeny: (path) => path.endsWith(".env") } });
    expect((await bench.call("read_file", { path: ".envv" }))["error"]).not.toContain(".env,");
    expect((await bench.call("read_file", { path: ".env" }))["code"]).toBe("DENIED");
  });

  test("A5 a name with another kind of blank is opened and told", async () => {
    const bench = toolBench({ "Shot 3\u202FPM.txt": "x" });
    expect(await bench.call("read_file", { path: "Shot 3 PM.txt" })).toMatchObject({
      content: "x",
      resolvedFrom: "Shot 3 PM.txt",
    });
  });
});

describe("R7 a file that did not change since it was read", () => {
  test("is pointed to once, then sent again", async () => {
    const bench = toolBench({ "a.txt": "x\n" });
    const kinds = [];
    for (let call = 0; call < 3; call += 1)
      kinds.push((await bench.call("read_file", { path: "a.txt" }))["kind"]);
    expect(kinds).toEqual(["text", "file_unchanged", "text"]);
  });

  test("is sent when the window is another, when it changed, and after our own write", async () => {
    const bench = toolBench({ "a.txt": lines(20_000) });
    await bench.call("read_file", { path: "a.txt", offset: 1, limit: 5 });
    expect((await bench.call("read_file", { path: "a.txt", offset: 2, limit: 5 }))["kind"]).toBe("text");
    const other = toolBench({ "a.txt": "one\n" });
    await other.call("read_file", { path: "a.txt" });
    await other.backend.writeFile("a.txt", new TextEncoder().encode("two\n"));
    expect((await other.call("read_file", { path: "a.txt" }))["content"]).toBe("two\n");
    await other.call("write_file", { path: "a.txt", content: "three\n" });
    expect((await other.call("read_file", { path: "a.txt" }))["content"]).toBe("three\n");
  });

  test("is sent to both of two calls that are made together", async () => {
    const bench = toolBench({ "a.txt": "x\n" });
    const both = await Promise.all([
      bench.call("read_file", { path: "a.txt" }),
      bench.call("read_file", { path: "a.txt" }),
    ]);
    expect(both.map(({ kind }) => kind)).toEqual(["text", "text"]);
  });
});

describe("what is no text", () => {
  test.each([
    ["an ELF program", "7F 45 4C 46 02 01 01 00 00 00", "ELF"],
    ["a zip archive under any name", "50 4B 03 04 14 00 00 00", "zip"],
  ])("R9 %s is refused with its kind", async (_why, bytes, kind) => {
    const result = await toolBench({ "a.ods": hex(bytes) }).call("read_file", { path: "a.ods" });
    expect(result["code"]).toBe("BINARY");
    expect(result["error"]).toContain(kind);
  });

  test("R8 an image goes beside the answer, an SVG under its name is text, noise after the signature is refused", async () => {
    const png = hex("89 50 4E 47 0D 0A 1A 0A 00 00 00 0D 49 48 44 52 00 00 00 03 00 00 00 02 08 06 00 00 00");
    const noise = hex("89 50 4E 47 0D 0A 1A 0A 11 22 33 44 55 66 77 88 99 00 11 22 33 44 55 66");
    const bench = toolBench({ "a.png": png, "b.png": "<svg/>", "c.png": noise });
    const attached: unknown[] = [];
    const context = { attachImage: (image: unknown) => void attached.push(image) };
    expect(await bench.call("read_file", { path: "a.png" }, context)).toMatchObject({
      kind: "image",
      mediaType: "image/png",
      width: 3,
      height: 2,
    });
    expect(attached).toHaveLength(1);
    expect(await bench.call("read_file", { path: "b.png" })).toMatchObject({
      kind: "text",
      content: "<svg/>",
    });
    expect((await bench.call("read_file", { path: "c.png" }))["code"]).toBe("BINARY");
  });

  test("T3 broken UTF-16 is read as far as it goes and never edited", async () => {
    const bench = toolBench({ "a.txt": hex("FF FE 61 00 62") });
    expect(await bench.call("read_file", { path: "a.txt" })).toMatchObject({
      content: "a",
      partialView: true,
    });
    const edit = await bench.call("edit_file", { path: "a.txt", old_string: "a", new_string: "b" });
    expect(edit["code"]).toBe("UTF16_TRUNCATED");
  });

  test("R4 a directory names the tool for it", async () => {
    const result = await toolBench({ "src/a.ts": "" }).call("read_file", { path: "src" });
    expect(result["code"]).toBe("IS_DIRECTORY");
    expect(result["error"]).toContain("list_files");
  });
});

describe("several files at once", () => {
  test("each has its own content or error", async () => {
    const bench = toolBench({ "ok.ts": "x\n" });
    expect((await bench.call("read_file", { paths: ["ok.ts", "gone.ts"] }))["files"]).toMatchObject([
      { path: "ok.ts", content: "x\n" },
      { path: "gone.ts", code: "ENOENT" },
    ]);
  });

  test("one that does not fit is never cut, and smaller ones after it still come", async () => {
    const bench = toolBench({ "a.txt": lines(4_000), "b.txt": lines(4_000), "c.txt": "small\n" });
    const result = await bench.call("read_file", { paths: ["a.txt", "b.txt", "c.txt"] });
    expect(result["files"]).toMatchObject([{ lines: 4_000 }, { code: "CALL_FULL" }, { content: "small\n" }]);
    expect(result["note"]).toContain("b.txt");
    expect(JSON.stringify(result).length).toBeLessThanOrEqual(60_000);
  });

  test("more than fit into one call are named", async () => {
    const files = Object.fromEntries(Array.from({ length: 27 }, (_, index) => [`f${index}.txt`, "x"]));
    const result = await toolBench(files).call("read_file", { paths: Object.keys(files) });
    const list = result["files"] as { content?: string; error?: string }[];
    expect(list.filter(({ content }) => content === "x")).toHaveLength(25);
    expect(list.filter(({ error }) => error !== undefined)).toHaveLength(2);
  });

  test.each([[{ paths: '["a.txt"]' }], [{ path: ["a.txt"] }], [{ files: ["a.txt"] }]])(
    "%j is understood",
    async (input) => {
      expect((await toolBench({ "a.txt": "x" }).call("read_file", input))["files"]).toMatchObject([
        { content: "x" },
      ]);
    },
  );

  test("an empty list says what is wanted", async () => {
    expect((await toolBench({}).call("read_file", { paths: [] }))["error"]).toContain('"paths":["src/a.ts"');
  });
});

describe("R11 secrets", () => {
  test("are masked in what is shown, and other lines can still be edited", async () => {
    const bench = toolBench({ ".env": "API_KEY=very-secret\nPORT=1\n" });
    const read = await bench.call("read_file", { path: ".env" });
    expect(read["content"]).toBe("API_KEY=[REDACTED]\nPORT=1\n");
    const edit = await bench.call("edit_file", { path: ".env", old_string: "PORT=1", new_string: "PORT=2" });
    expect(edit).toMatchObject({ ok: true });
    expect(JSON.stringify(edit)).not.toContain("very-secret");
    expect(bench.backend.text(".env")).toBe("API_KEY=very-secret\nPORT=2\n");
  });

  test("a masked text is never written back", async () => {
    const bench = toolBench({ ".env": "API_KEY=very-secret\nPORT=1\n" });
    const { content } = await bench.call("read_file", { path: ".env" });
    const result = await bench.call("write_file", { path: ".env", content });
    expect(result["code"]).toBe("REDACTION_TOKEN");
    expect(bench.backend.text(".env")).toContain("very-secret");
  });
});

describe("A1 A2 paths", () => {
  test.each([
    ["src/../src/a.ts"],
    ["./src//a.ts"],
    ["/project/src/a.ts"],
    ["file:///project/src/a.ts"],
    ["src\\a.ts"],
  ])("%s is the same file", async (path) => {
    const bench = toolBench({ "src/a.ts": "x\n" });
    await bench.call("read_file", { path });
    const edit = await bench.call("edit_file", { path: "src/a.ts", old_string: "x", new_string: "y" });
    expect(edit).toMatchObject({ ok: true });
  });

  test.each([["../../etc/passwd"], ["/etc/passwd"], ["/project2/a.ts"], ["src/../../x"]])(
    "%s is refused",
    async (path) => {
      const result = await toolBench({ "src/a.ts": "" }).call("read_file", { path });
      expect(result["code"]).toBe("OUTSIDE_ROOT");
      expect(result["error"]).toContain("/project");
    },
  );

  test("a path from the root of the disk gets the hint for the project's root", async () => {
    const result = await toolBench({ "src/a.ts": "" }).call("read_file", { path: "/src/a.ts" });
    expect(result["error"]).toContain('"src/a.ts"');
  });
});

describe("calls that came out wrong", () => {
  test.each([
    [{}, "EMPTY_CALL"],
    [{ path: 3 }, "BAD_ARGUMENT"],
    [{ path: " " }, "BAD_ARGUMENT"],
    [{ offset: 3 }, "BAD_ARGUMENT"],
    [null, "EMPTY_CALL"],
  ])("%j is %s", async (input, code) => {
    expect((await toolBench({}).call("read_file", input))["code"]).toBe(code);
  });
});
