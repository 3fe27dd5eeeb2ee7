import { Inflate } from "fflate";
import { fail, type Result, succeed } from "../base/result.ts";
import { joinBytes } from "./container.ts";

const INPUT_STEP = 16 * 1024;

/**
 * Inflates raw deflate data and stops as soon as it grows beyond the limit.
 * Data that is broken or cut off gives what came before the break: the caller compares with the length it expects.
 */
export function inflateWithin(
  data: Uint8Array<ArrayBuffer>,
  limitBytes: number,
  dictionary?: Uint8Array<ArrayBuffer>,
): Result<Uint8Array<ArrayBuffer>, "too-large"> {
  const received = { parts: [] as Uint8Array[], size: 0 };
  const inflate = new Inflate(dictionary ? { dictionary } : {}, (part) => {
    received.size += part.length;
    if (received.size <= limitBytes) received.parts.push(part);
  });
  try {
    // Never marked as final: the library then throws away what it has when the end is missing.
    for (let start = 0; start < data.length; start += INPUT_STEP) {
      inflate.push(data.subarray(start, start + INPUT_STEP), false);
      if (received.size > limitBytes) return fail("too-large");
    }
  } catch {
    if (received.size > limitBytes) return fail("too-large");
  }
  return succeed(joinBytes(received.parts));
}
