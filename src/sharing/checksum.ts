const POLYNOMIAL = 0xedb88320;

let table: Uint32Array | undefined;

function crcTable(): Uint32Array {
  if (table) return table;
  table = new Uint32Array(256);
  for (let index = 0; index < 256; index += 1) {
    let value = index;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
    table[index] = value;
  }
  return table;
}

/** CRC-32 as zip uses it, in seven base-36 characters. */
export function checksum(bytes: Uint8Array): string {
  const values = crcTable();
  let crc = ~0;
  for (const byte of bytes) crc = (crc >>> 8) ^ (values[(crc ^ byte) & 0xff] ?? 0);
  return (~crc >>> 0).toString(36).padStart(7, "0");
}
