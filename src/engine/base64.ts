const STEP = 0x8000;

/** UTF-8 in base64. */
export function base64OfText(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += STEP)
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + STEP)));
  return btoa(pieces.join(""));
}

/** `undefined` for text that is not base64. */
export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(base64);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes;
  } catch {
    return undefined;
  }
}
