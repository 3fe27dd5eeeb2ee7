import { expect, test } from "vitest";
import type { OpenPort } from "../contracts/engine.ts";
import type { EngineClient } from "./engine-client.ts";
import { OpenPorts } from "./open-ports.ts";

interface Told {
  port(port: number, type: "open" | "close", url: string): void;
  ready(port: number, url: string): void;
  readonly listeners: Map<string, (...args: unknown[]) => void>;
}

function clientThatTells(): Told & { client: Pick<EngineClient, "on"> } {
  const listeners = new Map<string, (...args: unknown[]) => void>();
  return {
    listeners,
    client: {
      on: (event: string, listener: never) => {
        listeners.set(event, listener);
        return () => listeners.delete(event);
      },
    },
    port: (...args) => listeners.get("port")?.(...args),
    ready: (...args) => listeners.get("server-ready")?.(...args),
  };
}

test("ports are listed by number with their latest address, and leave when they close", () => {
  const told = clientThatTells();
  const ports = new OpenPorts(told.client);
  const changes: (readonly OpenPort[])[] = [];
  ports.changed.subscribe((list) => changes.push(list));
  told.port(5173, "open", "http://a.localhost/");
  told.port(3000, "open", "http://b.localhost/");
  told.ready(5173, "http://c.localhost/");
  expect(ports.list()).toEqual([
    { port: 3000, url: "http://b.localhost/", ready: false },
    { port: 5173, url: "http://c.localhost/", ready: true },
  ]);
  told.port(3000, "close", "");
  told.port(3000, "close", "");
  expect(ports.list().map(({ port }) => port)).toEqual([5173]);
  expect(changes).toHaveLength(4);
  ports.dispose();
  expect(told.listeners.size).toBe(0);
});

test("an address that is not a web address is not taken", () => {
  const told = clientThatTells();
  const ports = new OpenPorts(told.client);
  told.port(1, "open", "javascript:alert(1)");
  told.port(Number.NaN, "open", "http://a/");
  expect(ports.list()).toEqual([]);
});
