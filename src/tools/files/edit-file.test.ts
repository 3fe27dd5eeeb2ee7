import { describe, expect, test } from "vitest";
import { hex, toolBench } from "../testing/tool-bench.ts";

async function editOnce(
  content: string | Uint8Array,
  replacement: Record<string, unknown>,
): Promise<{ result: Readonly<Record<string, unknown>>; text: string | undefined }> {
  const bench = toolBench({ "a.ts": content });
  await bench.call("read_file", { path: "a.ts" });
  const result = await bench.call("edit_file", { path: "a.ts", replacements: [replacement] });
  return { result, text: bench.backend.text("a.ts") };
}

describe("E1 a replacement is literal", () => {
  test.each([
    ["dollar patterns", 'log("done");', 'log("done");', 'log("$& $$ $\' $` ok");'],
    ["a price", "price: PLACEHOLDER", "PLACEHOLDER", "$$100 USD"],
  ])("%s", async (_why, content, old_string, new_string) => {
    const { text } = await editOnce(content, { old_string, new_string });
    expect(text).toBe(content.split(old_string).join(new_string));
  });

  test("replace_all puts it literally at every place", async () => {
    const { text } = await editOnce("a x a", { old_string: "a", new_string: "$&", replace_all: true });
    expect(text).toBe("$& x $&");
  });
});

describe("E2 a batch is made as a whole or not at all", () => {
  test("a missing second text leaves the file alone and says what the others would do", async () => {
    const bench = toolBench({ "a.ts": "a\nb\nc\n" });
    await bench.call("read_file", { path: "a.ts" });
    const result = await bench.call("edit_file", {
      path: "a.ts",
      replacements: [
        { old_string: "a", new_string: "A" },
        { old_string: "zz", new_string: "Q" },
        { old_string: "c", new_string: "C" },
      ],
    });
    expect(result["code"]).toBe("OLD_NOT_FOUND");
    expect(result["items"]).toMatchObject([
      { item: 1, status: "wouldApply" },
      { item: 2, status: "refused" },
      { item: 3, status: "wouldApply" },
    ]);
    expect(bench.backend.text("a.ts")).toBe("a\nb\nc\n");
  });

  test("items in reverse file order are all made", async () => {
    const bench = toolBench({ "a.ts": "a\nb\nc\n" });
    await bench.call("read_file", { path: "a.ts" });
    const result = await bench.call("edit_file", {
      path: "a.ts",
      replacements: [
        { old_string: "c", new_string: "C" },
        { old_string: "a", new_string: "A" },
      ],
    });
    expect(result).toMatchObject({ ok: true, replacementsApplied: 2 });
    expect(bench.backend.text("a.ts")).toBe("A\nb\nC\n");
  });

  test("a text that an earlier item doubled is ambiguous", async () => {
    const bench = toolBench({ "a.ts": "start\nfoo()\n" });
    await bench.call("read_file", { path: "a.ts" });
    const result = await bench.call("edit_file", {
      path: "a.ts",
      replacements: [
        { old_string: "start", new_string: "start\nfoo()" },
        { old_string: "foo()", new_string: "bar()" },
      ],
    });
    expect(result["code"]).toBe("OLD_AMBIGUOUS");
  });
});

describe("E3 looser ways to find a text are tried in order", () => {
  test.each([
    [
      "typeset quotes keep their form where nothing changed",
      "say “hello” to ‘Bob’\nother “line”\n",
      `say "hello" to 'Bob'`,
      `say "goodbye" to 'Bob'`,
      "say “goodbye” to ‘Bob’\nother “line”\n",
    ],
    [
      "a text that was escaped once too often",
      'print("hi")\n',
      String.raw`print(\"hi\")`,
      String.raw`print(\"bye\\n\")`,
      String.raw`print("bye\n")` + "\n",
    ],
    [
      "an exact hit is not unescaped",
      "x = 1\n",
      "x = 1",
      String.raw`\title{B}`,
      String.raw`\title{B}` + "\n",
    ],
    [
      "blanks at line ends",
      "untouched   \nreplace me\nafter\ntrailing   \n",
      "replace me  \nafter",
      "replaced\nafter",
      "untouched   \nreplaced\nafter\ntrailing   \n",
    ],
    [
      "a block sent without its indentation",
      "class A {\n    run() {\n      go();\n    }\n}\n",
      "run() {\n  go();\n}",
      "run() {\n  stop();\n}",
      "class A {\n    run() {\n      stop();\n    }\n}\n",
    ],
    [
      "spaces for tabs",
      "if (x) {\n\tfirst();\n\t\tsecond();\n}\n",
      "    first();\n        second();",
      "    first();\n        third();",
      "if (x) {\n\tfirst();\n\t\tthird();\n}\n",
    ],
  ])("%s", async (_why, content, old_string, new_string, expected) => {
    const { result, text } = await editOnce(content, { old_string, new_string });
    expect(result["error"]).toBeUndefined();
    expect(text).toBe(expected);
  });

  test("indentation that differs unevenly is refused and the real lines are shown", async () => {
    const content = "a\n      b\n   c\n";
    const { result, text } = await editOnce(content, { old_string: "a\n  b\n  c", new_string: "x" });
    expect(result["code"]).toBe("INDENT_MISMATCH");
    expect(result["error"]).toContain("2:       b");
    expect(text).toBe(content);
  });

  test("a word that differs inside the text is not found, and the closest lines are shown", async () => {
    const { result } = await editOnce("x := 1\ny := 2\nz := 3\n", {
      old_string: "x := 1\ny := 99\nz := 3",
      new_string: "q",
    });
    expect(result["code"]).toBe("OLD_NOT_FOUND");
    expect(result["error"]).toContain("2: y := 2");
  });
});

describe("E4 a short line alone is not recognised by its words", () => {
  test("far away indentation is refused", async () => {
    const { result } = await editOnce("\tcall_something_long()\n", {
      old_string: "\t\t\t\tcall_something_long()",
      new_string: "\t\t\t\tx",
    });
    expect(result["code"]).toBe("INDENT_MISMATCH");
  });

  test("the next line keeps its indentation", async () => {
    const { text } = await editOnce("if ok:\n  call_something()\n  bar()\n", {
      old_string: "    call_something()\n",
      new_string: "    other_thing()\n",
    });
    expect(text).toBe("if ok:\n  other_thing()\n  bar()\n");
  });

  test("a line at 8 columns sent as 8 and 4 ends at 4", async () => {
    const { text } = await editOnce("        go();\n", {
      old_string: "        go();",
      new_string: "    go();",
    });
    expect(text).toBe("    go();\n");
  });
});

describe("E5 a text must be found once", () => {
  test("overlapping hits count, replace_all replaces those that do not overlap", async () => {
    const once = await editOnce("aaa", { old_string: "aa", new_string: "b" });
    expect(once.result["code"]).toBe("OLD_AMBIGUOUS");
    expect(once.result["error"]).toContain("2 times");
    const all = await editOnce("aaa", { old_string: "aa", new_string: "b", replace_all: true });
    expect(all.text).toBe("ba");
  });

  test("replace_all of blanks ends", async () => {
    const { text } = await editOnce("a  b    c", { old_string: "  ", new_string: " ", replace_all: true });
    expect(text).toBe("a b  c");
  });
});

describe("E6 an empty old text", () => {
  test.each([[false], [true]])("is refused for a file with text (replace_all %s)", async (replace_all) => {
    const { result, text } = await editOnce("abc", { old_string: "", new_string: "X", replace_all });
    expect(result["code"]).toBe("EMPTY_OLD");
    expect(text).toBe("abc");
  });

  test("fills an empty or blank file, which needs no reading", async () => {
    const bench = toolBench({ "a.ts": "  \n" });
    const result = await bench.call("edit_file", { path: "a.ts", old_string: "", new_string: "x\n" });
    expect(result).toMatchObject({ ok: true });
    expect(bench.backend.text("a.ts")).toBe("x\n");
  });

  test("creates a file that is not there", async () => {
    const bench = toolBench({});
    const result = await bench.call("edit_file", { path: "new/a.ts", old_string: "", new_string: "x\n" });
    expect(result).toMatchObject({ ok: true, created: true });
    expect(bench.effects).toMatchObject([{ path: "new/a.ts", change: "created", addedLines: 1 }]);
  });
});

describe("E7 line breaks at the edges", () => {
  test.each([
    [
      "deleting part of a line leaves the line break",
      "BASE_URL=https://e.test/legacy\nRETRIES=3\n",
      { old_string: "/legacy", new_string: "" },
      "BASE_URL=https://e.test\nRETRIES=3\n",
    ],
    [
      "deleting a whole line takes its break along",
      "a\nb\nc\n",
      { old_string: "b", new_string: "" },
      "a\nc\n",
    ],
    [
      "each place is judged by itself",
      "x\ny x\nx\n",
      { old_string: "x", new_string: "", replace_all: true },
      "y \n",
    ],
    [
      "a blank next line lets the break go",
      "foo\n\nbar",
      { old_string: "foo\n", new_string: "foo" },
      "foo\nbar",
    ],
  ])("%s", async (_why, content, replacement, expected) => {
    expect((await editOnce(content, replacement)).text).toBe(expected);
  });

  test.each([
    ["would join two lines", "foo\nbar", { old_string: "foo\n", new_string: "foo" }],
    ["would split a line", "foo bar", { old_string: "foo", new_string: "foo\n" }],
  ])("a change of the break alone that %s is left out", async (_why, content, replacement) => {
    const { result, text } = await editOnce(content, replacement);
    expect(result).toMatchObject({ ok: true, replacementsApplied: 0 });
    expect(result["skippedNote"]).toContain("next line");
    expect(text).toBe(content);
  });

  test("a break that was lost is told with the line it made", async () => {
    const { result, text } = await editOnce("a\nb\nc\n", { old_string: "b\n", new_string: "B" });
    expect(text).toBe("a\nBc\n");
    expect(result["newlineNote"]).toContain("2: Bc");
  });
});

describe("E8 a change that changes nothing says so", () => {
  test("equal texts", async () => {
    expect((await editOnce("it's", { old_string: "it's", new_string: "it's" })).result["code"]).toBe(
      "NO_CHANGE",
    );
  });

  test("a retry of an edit that landed is a success without a write", async () => {
    const new_string = "const answer = computeTheAnswer();";
    const { result } = await editOnce(`one\n${new_string}\n`, {
      old_string: "const answer = 41;",
      new_string,
    });
    expect(result).toMatchObject({ ok: true, alreadyApplied: 1, replacementsApplied: 0 });
    expect(result["note"]).toContain("line 2");
  });

  test("a short text proves nothing", async () => {
    expect((await editOnce("a {\n}\n", { old_string: "gone()", new_string: "}" })).result["code"]).toBe(
      "OLD_NOT_FOUND",
    );
  });
});

describe("T the bytes that were not changed stay", () => {
  test.each([
    [
      "a byte order mark and CRLF",
      "EF BB BF 6C 31 0D 0A 6C 32 0D 0A",
      "l1",
      "L1",
      "EF BB BF 4C 31 0D 0A 6C 32 0D 0A",
    ],
    ["no byte order mark", "61 0D 0A 62 0D 0A", "a", "x", "78 0D 0A 62 0D 0A"],
    ["new lines take CRLF", "66 0D 0A 62 0D 0A", "f", "F\nN", "46 0D 0A 4E 0D 0A 62 0D 0A"],
    ["UTF-16 little endian", "FF FE 61 00 0A 00 62 00", "a", "x", "FF FE 78 00 0A 00 62 00"],
    ["UTF-16 big endian without a mark", "00 61 00 0A 00 62", "b", "x", "00 61 00 0A 00 78"],
    ["an unknown 8-bit byte", "78 3D 31 0A E9 0A", "x=1", "x=2", "78 3D 32 0A E9 0A"],
    ["a lone CR", "61 0D 62 0A 63", "c", "x", "61 0D 62 0A 78"],
  ])("%s", async (_why, before, old_string, new_string, after) => {
    const bench = toolBench({ "a.txt": hex(before) });
    await bench.call("read_file", { path: "a.txt" });
    const result = await bench.call("edit_file", { path: "a.txt", old_string, new_string });
    expect(result["error"]).toBeUndefined();
    expect(await bench.bytes("a.txt")).toEqual(hex(after));
  });

  test("a mixed file keeps each line's own end", async () => {
    const lines = Array.from(
      { length: 100 },
      (_, index) => `line ${index + 1}${index === 89 ? "\n" : "\r\n"}`,
    );
    const bench = toolBench({ "a.txt": lines.join("") });
    await bench.call("read_file", { path: "a.txt" });
    await bench.call("edit_file", { path: "a.txt", old_string: "line 3\n", new_string: "line three\n" });
    const expected = lines.with(2, "line three\r\n").join("");
    expect(bench.backend.text("a.txt")).toBe(expected);
  });

  test("text that an unknown 8-bit encoding cannot be trusted with is refused", async () => {
    const bench = toolBench({ "a.txt": hex("78 3D 31 0A E9 0A") });
    await bench.call("read_file", { path: "a.txt" });
    const result = await bench.call("edit_file", { path: "a.txt", old_string: "x=1", new_string: "é" });
    expect(result["code"]).toBe("ENCODING");
    expect(await bench.bytes("a.txt")).toEqual(hex("78 3D 31 0A E9 0A"));
  });
});

describe("F the model must have seen what it edits", () => {
  test("F2 a file that was not read is refused", async () => {
    const bench = toolBench({ "a.ts": "x\n" });
    const result = await bench.call("edit_file", { path: "a.ts", old_string: "x", new_string: "y" });
    expect(result["code"]).toBe("NOT_READ");
    expect(bench.backend.text("a.ts")).toBe("x\n");
  });

  test("F6 an edit after an edit needs no read", async () => {
    const bench = toolBench({ "a.ts": "a\nb\n" });
    await bench.call("read_file", { path: "a.ts" });
    await bench.call("edit_file", { path: "a.ts", old_string: "a", new_string: "A" });
    const result = await bench.call("edit_file", { path: "a.ts", old_string: "b", new_string: "B" });
    expect(result).toMatchObject({ ok: true });
  });

  test("F7 a small foreign change is shown, and the same call then works", async () => {
    const bench = toolBench({ "a.ts": "one\ntwo\nthree\n" });
    await bench.call("read_file", { path: "a.ts" });
    await bench.backend.writeFile("a.ts", new TextEncoder().encode("import x\none\ntwo\nthree\n"));
    const call = { path: "a.ts", old_string: "two", new_string: "TWO" };
    const stale = await bench.call("edit_file", call);
    expect(stale["code"]).toBe("STALE");
    expect(stale["error"]).toContain("+import x");
    expect(await bench.call("edit_file", call)).toMatchObject({ ok: true });
    expect(bench.backend.text("a.ts")).toBe("import x\none\nTWO\nthree\n");
  });

  test("F4 a rewrite of the same length in the same moment is noticed, a rewrite of the same text is not one", async () => {
    const bench = toolBench({ "a.ts": "one\n" });
    await bench.call("read_file", { path: "a.ts" });
    await bench.backend.writeFile("a.ts", new TextEncoder().encode("one\n"));
    expect(
      await bench.call("edit_file", { path: "a.ts", old_string: "one", new_string: "two" }),
    ).toMatchObject({
      ok: true,
    });
    await bench.backend.writeFile("a.ts", new TextEncoder().encode("six\n"));
    const result = await bench.call("edit_file", { path: "a.ts", old_string: "two", new_string: "ten" });
    expect(result["code"]).toBe("STALE");
  });

  test("F5 a writer between the read and the write wins", async () => {
    const bench = toolBench(
      { "a.ts": "one\n" },
      {
        config: {
          onFileDiff: () => void bench.backend.writeFile("a.ts", new TextEncoder().encode("theirs\n")),
        },
      },
    );
    await bench.call("read_file", { path: "a.ts" });
    const result = await bench.call("edit_file", { path: "a.ts", old_string: "one", new_string: "mine" });
    expect(result["code"]).toBe("STALE");
    expect(bench.backend.text("a.ts")).toBe("theirs\n");
  });
});

describe("A6 calls on one file take turns", () => {
  test("two edits at once both land", async () => {
    const content = Array.from({ length: 100 }, (_, index) => `${index + 1}\n`).join("");
    const bench = toolBench({ "a.txt": content });
    await bench.call("read_file", { path: "a.txt" });
    const results = await Promise.all([
      bench.call("edit_file", { path: "a.txt", old_string: "\n50\n", new_string: "\nFIFTY\n" }),
      bench.call("edit_file", { path: "./a.txt", old_string: "\n75\n", new_string: "\nSEVENTY\n" }),
    ]);
    expect(results).toMatchObject([{ ok: true }, { ok: true }]);
    expect(bench.backend.text("a.txt")).toContain("FIFTY");
    expect(bench.backend.text("a.txt")).toContain("SEVENTY");
  });

  test("a read listed first is recorded before the edit beside it", async () => {
    const bench = toolBench({ "a.txt": "one\n" });
    const [, edit] = await Promise.all([
      bench.call("read_file", { path: "a.txt" }),
      bench.call("edit_file", { path: "a.txt", old_string: "one", new_string: "two" }),
    ]);
    expect(edit).toMatchObject({ ok: true });
  });
});

describe("a person decides on an edit", () => {
  test("they see both texts and the counts of the hunks", async () => {
    const bench = toolBench({ "a.ts": "a\nb\nc\n" }, { approve: () => ({ kind: "approve" }) });
    await bench.call("read_file", { path: "a.ts" });
    await bench.call("edit_file", { path: "a.ts", old_string: "b", new_string: "x\ny" });
    expect(bench.proposals).toEqual([
      {
        kind: "edit",
        tool: "edit_file",
        path: "a.ts",
        original: "a\nb\nc\n",
        proposed: "a\nx\ny\nc\n",
        addedLines: 2,
        removedLines: 1,
      },
    ]);
  });

  test("a refusal leaves the file and reaches the model in the person's words", async () => {
    const bench = toolBench(
      { "a.ts": "a\n" },
      { approve: () => ({ kind: "refuse", text: "use b instead" }) },
    );
    await bench.call("read_file", { path: "a.ts" });
    const result = await bench.call("edit_file", { path: "a.ts", old_string: "a", new_string: "x" });
    expect(result["error"]).toContain("use b instead");
    expect(bench.backend.text("a.ts")).toBe("a\n");
    expect(bench.effects).toEqual([]);
  });

  test("their own text is what is written, in the file's line ends, and the model is told", async () => {
    const bench = toolBench(
      { "a.ts": "a\r\nb\r\n" },
      {
        approve: () => ({ kind: "approve", content: "a\nperson\n" }),
      },
    );
    await bench.call("read_file", { path: "a.ts" });
    const result = await bench.call("edit_file", { path: "a.ts", old_string: "b", new_string: "model" });
    expect(bench.backend.text("a.ts")).toBe("a\r\nperson\r\n");
    expect(result["adjustedByPerson"]).toContain("+person");
  });

  test.each([
    ["another place is kept beside the edit", "a\nb\nc\nd\ne\nF\n", "a\nX\nc\nd\ne\nF\n"],
    ["the neighbouring line is a conflict", "a\nb\nC\nd\ne\nf\n", undefined],
  ])("a change meanwhile at %s", async (_why, theirs, expected) => {
    const bench = toolBench(
      { "a.ts": "a\nb\nc\nd\ne\nf\n" },
      {
        approve: async () => {
          await bench.backend.writeFile("a.ts", new TextEncoder().encode(theirs));
          return { kind: "approve" };
        },
      },
    );
    await bench.call("read_file", { path: "a.ts" });
    const result = await bench.call("edit_file", { path: "a.ts", old_string: "b", new_string: "X" });
    if (expected === undefined) expect(result["code"]).toBe("CONFLICT");
    else expect(result).toMatchObject({ ok: true });
    expect(bench.backend.text("a.ts")).toBe(expected ?? theirs);
  });
});
