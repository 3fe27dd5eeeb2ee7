import type { ImageAttachment } from "../tool.ts";

export interface ImageFacts {
  readonly mediaType: ImageAttachment["mediaType"];
  readonly width: number;
  readonly height: number;
}

/** Kind and size of an image from its bytes. `undefined`: no image of a known kind; `broken`: its head is damaged. */
export function imageFacts(bytes: Uint8Array<ArrayBuffer>): ImageFacts | "broken" | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ascii = (at: number, length: number): string =>
    String.fromCharCode(...bytes.subarray(at, at + length));
  try {
    if (ascii(1, 3) === "PNG" && bytes[0] === 0x89) {
      if (ascii(12, 4) !== "IHDR") return "broken";
      return sized("image/png", view.getUint32(16), view.getUint32(20));
    }
    if (ascii(0, 4) === "GIF8") return sized("image/gif", view.getUint16(6, true), view.getUint16(8, true));
    if (ascii(0, 4) === "RIFF" && ascii(8, 4) === "WEBP") return webp(view, ascii(12, 4));
    if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return jpeg(view);
  } catch (error) {
    if (error instanceof RangeError) return "broken";
    throw error;
  }
  return undefined;
}

function sized(mediaType: ImageFacts["mediaType"], width: number, height: number): ImageFacts | "broken" {
  return width > 0 && height > 0 && width < 0x7fff_ffff && height < 0x7fff_ffff
    ? { mediaType, width, height }
    : "broken";
}

function webp(view: DataView, form: string): ImageFacts | "broken" {
  const threeBytes = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  switch (form) {
    case "VP8X":
      return sized("image/webp", threeBytes(24) + 1, threeBytes(27) + 1);
    case "VP8 ":
      return sized("image/webp", view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return sized("image/webp", (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    default:
      return "broken";
  }
}

function jpeg(view: DataView): ImageFacts | "broken" {
  let at = 2;
  while (at < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return "broken";
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sized("image/jpeg", view.getUint16(at + 7), view.getUint16(at + 5));
    at += 2 + view.getUint16(at + 2);
  }
  return "broken";
}
