/** The largest end up to `limit` that cuts no UTF-8 character. Bytes that are no UTF-8 are cut anywhere. */
export function characterBorder(bytes: Uint8Array, limit: number): number {
  for (let back = 1; back <= 3 && back <= limit; back += 1) {
    const byte = bytes[limit - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? limit - back : limit;
  }
  return limit;
}
