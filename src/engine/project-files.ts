import { fail, type Result, succeed } from "../base/result.ts";
import type { DirectoryEntry, FileProblem, FileStat } from "../contracts/execution-backend.ts";
import { pathInProject } from "../contracts/path-in-project.ts";
import { bytesOfBase64 } from "./base64.ts";
import type { EngineClient, EngineEntry } from "./engine-client.ts";
import { fileProblem, fileProblemOf } from "./file-problem.ts";
import type { Liveness } from "./liveness.ts";
import type { ResidentRunner } from "./resident-runner.ts";
import type { RunnerRefusal } from "./runner-connection.ts";
import { type PartFrame, type StatAnswer, statsSchema } from "./runner-frames.ts";

/** Larger files are not carried into the page. */
const LARGEST_FILE_BYTES = 64 * 2 ** 20;

/** Up to this size the runner's answer is quicker than the client's two questions. */
const RUNNER_READ_BYTES = 256 * 1_024;

/** Files read by the client at a time. */
const PARALLEL_READS = 8;

type Bytes = Uint8Array<ArrayBuffer>;
type Answer<Value> = Promise<Result<Value, FileProblem>>;

/** The files of a booted engine. What the client cannot tell is asked of the runner where there is one. */
export class ProjectFiles {
  readonly root: string;
  readonly #client: EngineClient;
  readonly #runner: ResidentRunner | undefined;
  readonly #liveness: Liveness;

  constructor(client: EngineClient, runner: ResidentRunner | undefined, liveness: Liveness) {
    this.#client = client;
    this.#runner = runner;
    this.#liveness = liveness;
    this.root = client.workdir.length > 1 ? client.workdir.replace(/\/+$/, "") : client.workdir;
  }

  async read(path: string): Answer<Bytes> {
    const [answer] = await this.readAll([path]);
    return answer ?? fail(fileProblem("not-found", path));
  }

  async readAll(paths: readonly string[]): Promise<readonly Result<Bytes, FileProblem>[]> {
    const inside = paths.map((path) => this.inside(path));
    const answers = new Map<number, Result<Bytes, FileProblem>>();
    const wanted: number[] = [];
    for (const [index, place] of inside.entries()) {
      const path = paths[index] ?? "";
      if (!place.ok) answers.set(index, place);
      else if (place.value === "") answers.set(index, fail(fileProblem("is-directory", path)));
      else wanted.push(index);
    }
    const left = this.#runner
      ? await this.#readByRunner(wanted, paths, (index) => this.#placeAt(inside, index), answers)
      : wanted;
    for (let start = 0; start < left.length; start += PARALLEL_READS) {
      await Promise.all(
        left.slice(start, start + PARALLEL_READS).map(async (index) => {
          answers.set(index, await this.#readByClient(this.#placeAt(inside, index), paths[index] ?? ""));
        }),
      );
    }
    return paths.map((path, index) => answers.get(index) ?? fail(fileProblem("engine-lost", path)));
  }

  async write(path: string, bytes: Bytes): Answer<undefined> {
    const place = this.inside(path);
    if (!place.ok) return place;
    if (place.value === "") return fail(fileProblem("is-directory", path));
    const write = (): Answer<void> => this.#ask(path, () => this.#client.fs.writeFile(place.value, bytes));
    const first = await write();
    if (first.ok || first.problem.kind !== "not-found") return first.ok ? succeed() : first;
    const parent = await this.#makeParent(place.value, path);
    if (!parent.ok) return parent;
    const second = await write();
    return second.ok ? succeed() : second;
  }

  async list(path: string): Answer<readonly DirectoryEntry[]> {
    const place = this.inside(path);
    if (!place.ok) return place;
    const listed = await this.#ask(path, () =>
      this.#client.fs.readdir(place.value === "" ? "." : place.value, { withFileTypes: true }),
    );
    if (!listed.ok) return listed;
    const entries = listed.value.map(entryOf);
    const unknown = entries.filter(({ kind }) => kind === "other");
    if (unknown.length > 0) {
      const parent = place.value === "" ? "" : `${place.value}/`;
      const stats = await this.#stats(unknown.map(({ name }) => parent + name));
      for (const [index, found] of stats.entries()) {
        const entry = unknown[index];
        if (entry && found && "kind" in found && found.kind !== "other")
          entries[entries.indexOf(entry)] = { name: entry.name, kind: found.kind, link: true };
      }
    }
    return succeed(entries);
  }

  async makeDirectory(path: string): Answer<undefined> {
    const place = this.inside(path);
    if (!place.ok) return place;
    if (place.value === "") return succeed();
    const made = await this.#ask(path, () => this.#client.fs.mkdir(place.value, { recursive: true }));
    return made.ok ? succeed() : made;
  }

  async rename(from: string, to: string): Answer<undefined> {
    const source = this.inside(from);
    const target = this.inside(to);
    if (!source.ok) return source;
    if (!target.ok) return target;
    if (source.value === "")
      return fail({ kind: "not-permitted", path: from, message: "The project's root keeps its name." });
    if (!(await this.exists(source.value))) return this.#missing(from);
    if (target.value === "" || (await this.exists(target.value)))
      return fail(fileProblem("already-exists", to));
    if (target.value.startsWith(`${source.value}/`))
      return fail({
        kind: "failed",
        path: to,
        message: `${JSON.stringify(from)} cannot be moved into itself.`,
      });
    const parent = await this.#makeParent(target.value, to);
    if (!parent.ok) return parent;
    const renamed = await this.#ask(from, () => this.#client.fs.rename(source.value, target.value));
    return renamed.ok ? succeed() : renamed;
  }

  async remove(path: string, recursive: boolean): Answer<undefined> {
    const place = this.inside(path);
    if (!place.ok) return place;
    if (place.value === "")
      return fail({ kind: "not-permitted", path, message: "The project's root is not removed." });
    const removed = await this.#ask(path, () => this.#client.fs.rm(place.value, { recursive }));
    return removed.ok ? succeed() : removed;
  }

  /** Asks the runner; only for engines that have one. */
  async stat(path: string): Answer<FileStat> {
    const place = this.inside(path);
    if (!place.ok) return place;
    const [found] = await this.#stats([place.value]);
    if (found === undefined) return fail(this.#unanswered(path));
    if (!("kind" in found)) return fail(fileProblemOf(new Error(found.message), path));
    return succeed({ kind: found.kind, sizeBytes: found.size, modifiedAt: found.modifiedAt });
  }

  /** Asks the runner; only for engines that have one. */
  async realPath(path: string): Answer<string> {
    const place = this.inside(path);
    if (!place.ok) return place;
    const request = await this.#runner?.request({ op: "realPath", path: place.value });
    const answer = request && (await this.#liveness.unlessLost(request.answer));
    if (answer === undefined || answer === "lost") return fail(fileProblem("engine-lost", path));
    if (!answer.value.ok) return fail(this.#refused(answer.value.problem, path));
    return typeof answer.value.value === "string"
      ? succeed(answer.value.value)
      : fail(this.#unanswered(path));
  }

  /** Links that lead nowhere exist. The path is relative to the root. */
  async exists(inside: string): Promise<boolean> {
    return (await this.existing([inside]))[0] ?? false;
  }

  async existing(inside: readonly string[]): Promise<readonly boolean[]> {
    const stats = await this.#stats(inside);
    return Promise.all(
      inside.map(async (path, index) => {
        const found = stats[index];
        if (found !== undefined) return "kind" in found;
        const cut = path.lastIndexOf("/");
        const siblings = await this.#ask(path, () =>
          this.#client.fs.readdir(cut < 0 ? "." : path.slice(0, cut), { withFileTypes: true }),
        );
        return siblings.ok && siblings.value.some((entry) => nameOf(entry) === path.slice(cut + 1));
      }),
    );
  }

  inside(path: string): Result<string, FileProblem> {
    return pathInProject(this.root, path);
  }

  /** Missing answers mean that no runner could be asked. */
  async #stats(inside: readonly string[]): Promise<readonly (StatAnswer | undefined)[]> {
    if (this.#runner === undefined || inside.length === 0) return [];
    const answer = await this.#liveness.unlessLost(
      this.#runner.ask({ op: "stats", paths: inside }, statsSchema),
    );
    return answer !== "lost" && answer.value.ok ? answer.value.value : [];
  }

  /** Fills in what the runner could read and gives back what the client must read. */
  async #readByRunner(
    wanted: readonly number[],
    paths: readonly string[],
    placeAt: (index: number) => string,
    answers: Map<number, Result<Bytes, FileProblem>>,
  ): Promise<number[]> {
    const left = new Set(wanted);
    const onPart = (part: PartFrame): void => {
      const index = wanted[part.index];
      const answer = index === undefined ? undefined : answerOfPart(part, paths[index] ?? "");
      if (index === undefined || answer === undefined) return;
      answers.set(index, answer);
      left.delete(index);
    };
    const request = await this.#runner?.request(
      { op: "readFiles", paths: wanted.map(placeAt), maxBytes: RUNNER_READ_BYTES },
      { onPart },
    );
    if (request) await this.#liveness.unlessLost(request.answer);
    return [...left];
  }

  #placeAt(inside: readonly Result<string, FileProblem>[], index: number): string {
    const place = inside[index];
    return place?.ok ? place.value : "";
  }

  async #readByClient(inside: string, path: string): Answer<Bytes> {
    const read = await this.#ask(path, () => this.#client.fs.readFile(inside));
    return read.ok ? succeed(new Uint8Array(read.value)) : read;
  }

  async #makeParent(inside: string, path: string): Answer<undefined> {
    const cut = inside.lastIndexOf("/");
    if (cut < 0) return succeed();
    const made = await this.#ask(path, () =>
      this.#client.fs.mkdir(inside.slice(0, cut), { recursive: true }),
    );
    if (made.ok) return succeed();
    return made.problem.kind === "already-exists" ? fail(fileProblem("not-directory", path)) : made;
  }

  async #ask<Value>(path: string, question: () => Promise<Value>): Answer<Value> {
    if (this.#liveness.problem) return fail(fileProblem("engine-lost", path));
    try {
      const answer = await this.#liveness.unlessLost(question());
      return answer === "lost" ? fail(fileProblem("engine-lost", path)) : succeed(answer.value);
    } catch (error) {
      return fail(this.#liveness.problem ? fileProblem("engine-lost", path) : fileProblemOf(error, path));
    }
  }

  #missing(path: string): Result<never, FileProblem> {
    return fail(this.#liveness.problem ? fileProblem("engine-lost", path) : fileProblem("not-found", path));
  }

  #refused(refusal: RunnerRefusal, path: string): FileProblem {
    return refusal.code === "GONE" || refusal.code === "SILENT"
      ? this.#unanswered(path)
      : fileProblemOf(new Error(`${refusal.code}: ${refusal.message}`), path);
  }

  #unanswered(path: string): FileProblem {
    if (this.#liveness.problem) return fileProblem("engine-lost", path);
    return { kind: "failed", path, message: "The engine's runner gave no answer. Trying again may help." };
  }
}

function answerOfPart(part: PartFrame, path: string): Result<Bytes, FileProblem> | undefined {
  if (part.code !== undefined)
    return fail(fileProblemOf(new Error(`${part.code}: ${part.message ?? ""}`), path));
  if (part.largeBytes !== undefined) {
    if (part.largeBytes <= LARGEST_FILE_BYTES) return undefined;
    const megabytes = (part.largeBytes / 2 ** 20).toFixed(0);
    const limit = LARGEST_FILE_BYTES / 2 ** 20;
    return fail({
      kind: "too-large",
      path,
      message: `${JSON.stringify(path)} has ${megabytes} MiB; the largest file that is read whole has ${limit} MiB. A command can show a part of it.`,
    });
  }
  const bytes = part.base64 === undefined ? undefined : bytesOfBase64(part.base64);
  return bytes && succeed(bytes);
}

function nameOf(entry: EngineEntry): string {
  return typeof entry.name === "string" ? entry.name : new TextDecoder().decode(entry.name);
}

function entryOf(entry: EngineEntry): DirectoryEntry {
  return {
    name: nameOf(entry),
    kind: entry.isDirectory() ? "directory" : entry.isFile() ? "file" : "other",
  };
}
