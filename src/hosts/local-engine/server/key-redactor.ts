import { Transform } from "node:stream";

const REPLACEMENT = Buffer.from("[key removed]");

/** Takes a secret out of a stream of bytes. Holds back only what may be the start of the secret, so that streamed answers stay prompt. */
export function keyRedactor(secret: string): Transform {
  const key = Buffer.from(secret);
  let held: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const clean = withoutKey(Buffer.concat([held, chunk]), key);
      const keep = startOfKeyAtEnd(clean, key);
      held = clean.subarray(clean.byteLength - keep);
      done(null, clean.subarray(0, clean.byteLength - keep));
    },
    flush(done) {
      done(null, held);
    },
  });
}

function withoutKey(bytes: Buffer, key: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(key); at !== -1; at = bytes.indexOf(key, from)) {
    parts.push(bytes.subarray(from, at), REPLACEMENT);
    from = at + key.byteLength;
  }
  return from === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(from)]);
}

function startOfKeyAtEnd(bytes: Buffer, key: Buffer): number {
  for (let length = Math.min(key.byteLength - 1, bytes.byteLength); length > 0; length -= 1) {
    if (bytes.subarray(bytes.byteLength - length).equals(key.subarray(0, length))) return length;
  }
  return 0;
}
