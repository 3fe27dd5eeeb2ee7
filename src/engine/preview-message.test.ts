import { describe, expect, test } from "vitest";
import { parsePreviewMessage } from "./preview-message.ts";

const place = { previewId: "p", port: 3000, pathname: "/a", search: "?b", hash: "#c" };

describe("a message of a preview", () => {
  test("of each kind is read", () => {
    expect(
      parsePreviewMessage({ ...place, type: "PREVIEW_UNCAUGHT_EXCEPTION", message: "boom", stack: "at x" }),
    ).toEqual({ kind: "uncaught-exception", port: 3000, path: "/a?b#c", message: "boom", stack: "at x" });
    expect(
      parsePreviewMessage({ ...place, type: "PREVIEW_UNHANDLED_REJECTION", message: "no" }),
    ).toMatchObject({
      kind: "unhandled-rejection",
    });
    expect(
      parsePreviewMessage({
        ...place,
        type: "PREVIEW_CONSOLE_ERROR",
        args: ["a", { b: 1 }, undefined, null],
      }),
    ).toMatchObject({ kind: "console-error", message: 'a {"b":1} undefined null' });
  });

  test("that has another shape is not taken", () => {
    const circle: { self?: object } = {};
    circle.self = circle;
    for (const foreign of [
      undefined,
      null,
      "text",
      {},
      { ...place, type: "OTHER" },
      { ...place, type: "PREVIEW_UNCAUGHT_EXCEPTION", message: 5 },
      { ...place, port: "3000", type: "PREVIEW_UNCAUGHT_EXCEPTION", message: "x" },
      { ...place, type: "PREVIEW_CONSOLE_ERROR", args: "x" },
    ])
      expect(parsePreviewMessage(foreign)).toBeUndefined();
    expect(parsePreviewMessage({ ...place, type: "PREVIEW_CONSOLE_ERROR", args: [circle] })).toMatchObject({
      message: "[a value that cannot be shown]",
    });
  });

  test("that is endless is cut", () => {
    const read = parsePreviewMessage({
      ...place,
      type: "PREVIEW_UNCAUGHT_EXCEPTION",
      message: "x".repeat(10 ** 6),
    });
    expect(read?.message.length).toBeLessThan(50_000);
  });
});
