import { expect, test } from "vitest";
import { link, LinkClosedError, transferring, wireOf } from "./link.ts";

interface Kitchen {
  cook(dish: string): string;
  weigh(bytes: Uint8Array): number;
  burn(): never;
  wait(): Promise<void>;
}
interface Guest {
  call(name: string): void;
}

function connect(kitchen: Kitchen, guest: Guest) {
  const { port1, port2 } = new MessageChannel();
  const toKitchen = link<Kitchen>(wireOf(port1), guest);
  const toGuest = link<Guest>(wireOf(port2), kitchen);
  return {
    toKitchen,
    toGuest,
    stop: () => (toKitchen.dispose(), toGuest.dispose(), port1.close(), port2.close()),
  };
}

const kitchen: Kitchen = {
  cook: (dish) => `hot ${dish}`,
  weigh: (bytes) => bytes.byteLength,
  burn: () => {
    throw new TypeError("on fire");
  },
  wait: () => new Promise(() => {}),
};

test("each side calls the other and gets the answer", async () => {
  const called: string[] = [];
  const { toKitchen, toGuest, stop } = connect(kitchen, { call: (name) => void called.push(name) });
  expect(await toKitchen.remote.cook("soup")).toBe("hot soup");
  await toGuest.remote.call("Ada");
  expect(called).toEqual(["Ada"]);
  stop();
});

test("an error on one side rejects the call on the other", async () => {
  const { toKitchen, stop } = connect(kitchen, { call: () => {} });
  await expect(toKitchen.remote.burn()).rejects.toThrow("on fire");
  stop();
});

test("bytes that are marked are moved and others are copied", async () => {
  const { toKitchen, stop } = connect(kitchen, { call: () => {} });
  const copied = new Uint8Array(1000);
  const moved = transferring(new Uint8Array(2000));
  expect(await toKitchen.remote.weigh(copied)).toBe(1000);
  expect(await toKitchen.remote.weigh(moved)).toBe(2000);
  expect([copied.byteLength, moved.byteLength]).toEqual([1000, 0]);
  stop();
});

test("disposing rejects the calls that still wait", async () => {
  const { toKitchen, stop } = connect(kitchen, { call: () => {} });
  const waiting = toKitchen.remote.wait();
  toKitchen.dispose();
  await expect(waiting).rejects.toBeInstanceOf(LinkClosedError);
  stop();
});

test("a call without an answer arrives in order", async () => {
  const called: string[] = [];
  const { toGuest, stop } = connect(kitchen, { call: (name) => void called.push(name) });
  toGuest.tell("call", "first");
  await toGuest.remote.call("second");
  expect(called).toEqual(["first", "second"]);
  stop();
});
