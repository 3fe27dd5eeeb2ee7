import { IMAGE_MAX_BYTES, IMAGE_MAX_SIDE } from "../limits.ts";
import { type ProjectPath, shownPath } from "../paths/project-paths.ts";
import { refusal, refused } from "../refusal.ts";
import type { ToolSession } from "../session.ts";
import { hashOfText } from "../state/read-file-state.ts";
import { formatByteSize } from "../text/byte-size.ts";
import type { DecodeProblem } from "../text/decode-text.ts";
import { imageFacts, type ImageFacts } from "../text/image-size.ts";
import { toLf } from "../text/lf-text.ts";
import { countLines } from "../text/line-count.ts";
import type { ToolCallContext, ToolResult } from "../tool.ts";
import { decodeRefusal } from "./open-text.ts";

/** Answers a read of data that is not whole text: an image, the readable part of broken UTF-16, or a refusal. */
export async function readUndecodable(
  session: ToolSession,
  path: ProjectPath,
  problem: DecodeProblem,
  bytes: Uint8Array<ArrayBuffer>,
  context: ToolCallContext | undefined,
): Promise<ToolResult> {
  const image = imageFacts(bytes);
  if (image !== undefined) return readImage(path, image, bytes, context);
  if (problem.kind !== "utf16-truncated") return refused(decodeRefusal("read_file", path, problem, bytes));
  const content = toLf(problem.readable);
  session.state.set(path.key, {
    hash: await hashOfText(content),
    totalLines: countLines(content),
    ranges: [],
    partialView: "the part of a broken UTF-16 text that could be decoded",
    redacted: false,
    lastReadAt: Date.now(),
  });
  return {
    path: shownPath(path),
    kind: "text",
    content,
    totalLines: countLines(content),
    truncated: true,
    encoding: problem.format.encoding,
    partialView: true,
    note: `The file is marked as UTF-16 but broken; this is the part before the damage (${bytes.byteLength} bytes in all).`,
  };
}

function readImage(
  path: ProjectPath,
  image: ImageFacts | "broken",
  bytes: Uint8Array<ArrayBuffer>,
  context: ToolCallContext | undefined,
): ToolResult {
  const shown = shownPath(path);
  if (image === "broken") {
    return refused(refusal("BINARY", `${shown} begins like an image but is damaged, so it is not shown.`));
  }
  const { mediaType, width, height } = image;
  if (bytes.byteLength > IMAGE_MAX_BYTES || width > IMAGE_MAX_SIDE || height > IMAGE_MAX_SIDE) {
    return refused(
      refusal(
        "BINARY",
        `${shown} is an image of ${width} x ${height} pixels and ${formatByteSize(bytes.byteLength)}; images up to ` +
          `${formatByteSize(IMAGE_MAX_BYTES)} and ${IMAGE_MAX_SIDE} pixels a side are shown. Make it smaller with a program first.`,
      ),
    );
  }
  const facts = { path: shown, kind: "image", mediaType, width, height, sizeBytes: bytes.byteLength };
  if (context?.attachImage === undefined) {
    return { ...facts, note: "The image itself cannot be shown here; these are its facts." };
  }
  context.attachImage({ path: path.relative, mediaType, width, height, bytes });
  return { ...facts, note: "The image is attached to this answer." };
}
