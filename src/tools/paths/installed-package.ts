import type { ExecutionBackend } from "../../contracts/execution-backend.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { NOTHING_CHANGED } from "../refusal.ts";

/** What is known of the `node_modules` entry that a path goes through. */
export interface InstalledPackageFacts {
  /** The `node_modules` folder or the entry itself is a link. */
  readonly symlink: boolean;
  /** A package.json is found in the entry. */
  readonly installed: boolean;
}

/** `null` when the facts cannot be found out. */
export type InstalledPackageProbe = (path: string) => Promise<InstalledPackageFacts | null>;

interface PackagePlace {
  readonly entry: string;
  readonly name: string;
  /** What lies below the entry; "" for the entry itself. */
  readonly rest: string;
}

/** The innermost installed package that a path names, or `undefined`. */
function packagePlace(path: string): PackagePlace | undefined {
  const parts = path.split("/");
  const at = parts.lastIndexOf("node_modules");
  const [first = "", second = ""] = parts.slice(at + 1);
  if (at < 0 || first === "") return undefined;
  const scoped = first.startsWith("@");
  const name = scoped ? `${first}/${second}` : first;
  const length = scoped ? 2 : 1;
  return {
    entry: parts.slice(0, at + 1 + length).join("/"),
    name,
    rest: parts.slice(at + 1 + length).join("/"),
  };
}

/** Why nothing may be written at a path: an installed package is there. Decided by what is on disk, not by the spelling. */
export async function installedPackageWriteRefusal(
  path: string,
  probe?: InstalledPackageProbe,
): Promise<string | null> {
  const place = packagePlace(path);
  if (place === undefined) return null;
  const facts = (await probe?.(path)) ?? null;
  const installed = facts === null ? place.rest !== "" : facts.installed;
  if (!installed || (facts?.symlink === true && place.rest === "")) return null;
  return (
    `${place.name} is an installed package; the next install undoes what is written there. ` +
    `Change the project's own code, or the version or an override in package.json.`
  );
}

function packageProbe(backend: ExecutionBackend): InstalledPackageProbe {
  return async (path) => {
    const place = packagePlace(path);
    if (place === undefined) return null;
    const manifest = await backend.readFile(`${place.entry}/package.json`);
    if (!manifest.ok && manifest.problem.kind !== "not-found" && manifest.problem.kind !== "not-directory")
      return null;
    const real = await backend.realPath?.(place.entry);
    const symlink = real?.ok === true && real.value !== place.entry;
    return { symlink, installed: manifest.ok };
  };
}

export async function packageRefusal(backend: ExecutionBackend, key: string): Promise<Refusal | undefined> {
  const text = await installedPackageWriteRefusal(key, packageProbe(backend));
  return text === null ? undefined : refusal("PACKAGE_DIR", `${text} ${NOTHING_CHANGED}`);
}
