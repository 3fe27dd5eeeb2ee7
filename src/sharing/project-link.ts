import { deflateSync } from "fflate";
import type {
  LeftOutFile,
  ProjectFile,
  ProjectTemplate,
  SharedProject,
} from "../contracts/shared-project.ts";
import { fail, type Result, succeed } from "../base/result.ts";
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { checksum } from "./checksum.ts";
import { byPath, joinBytes, packProject, type Unpacked, unpackProject } from "./container.ts";
import { inflateWithin } from "./inflate.ts";
import { SHARING_LIMITS } from "./limits.ts";
import { checkProjectPath } from "./project-path.ts";
import { LINK_DICTIONARY_1 } from "./link-dictionary.ts";

/** `#p1.<codec>.<length>.<checksum>.<data>`: the length and checksum are those of the packed project before it was deflated. */
const LINK = /^#?p1\.(\w+)\.(\d{1,9})\.([0-9a-z]{7})\.(.*)$/s;
const KNOWN_PREFIX = /^#?p\d+\./;

/** `d1`: raw deflate with the first dictionary. `t1`: the template's own text stands before the data in the dictionary. */
type Codec = "d1" | "t1";
const DICTIONARY_WINDOW = 32 * 1024;

const encoder = new TextEncoder();

export interface ProjectLink {
  /** Begins with `#`. */
  readonly hash: string;
  /** Equal projects have equal links; this is the link's own short name. */
  readonly id: string;
}

/** Two equal projects give the same link. With a template, only what differs from it travels. */
export function encodeProjectLink(project: SharedProject, template?: ProjectTemplate): ProjectLink {
  const change = template ? changesTo(template, project) : undefined;
  const packed = packProject(
    { ...project, files: change?.files ?? project.files },
    change && template ? { template: template.id, removed: change.removed } : {},
  );
  const codec: Codec = template ? "t1" : "d1";
  const data = deflateSync(packed, { level: 9, dictionary: dictionaryOf(template) });
  const sum = checksum(packed);
  return {
    hash: `#p1.${codec}.${packed.length}.${sum}.${templatePart(template)}${toBase64Url(data)}`,
    id: `${sum}${packed.length.toString(36)}`,
  };
}

/** The id of the template stands before the data, since the data cannot be read without it. */
function templatePart(template: ProjectTemplate | undefined): string {
  return template ? `${toBase64Url(encoder.encode(template.id))}.` : "";
}

function changesTo(
  template: ProjectTemplate,
  project: SharedProject,
): { files: ProjectFile[]; removed: string[] } {
  const originals = new Map(template.files.map((file) => [file.path, file]));
  const kept = new Set(project.files.map((file) => file.path));
  return {
    files: project.files.filter((file) => !isSameFile(originals.get(file.path), file)),
    removed: template.files.map((file) => file.path).filter((path) => !kept.has(path)),
  };
}

function isSameFile(original: ProjectFile | undefined, file: ProjectFile): boolean {
  return (
    original !== undefined &&
    (original.executable ?? false) === (file.executable ?? false) &&
    original.bytes.length === file.bytes.length &&
    original.bytes.every((byte, index) => byte === file.bytes[index])
  );
}

function dictionaryOf(template?: ProjectTemplate): Uint8Array<ArrayBuffer> {
  const base = encoder.encode(LINK_DICTIONARY_1);
  if (!template) return base;
  const whole = joinBytes([base, ...template.files.toSorted(byPath).map((file) => file.bytes)]);
  return whole.slice(-DICTIONARY_WINDOW);
}

export interface LinkProblem {
  readonly kind: "not-a-link" | "newer-format" | "unknown-template" | "too-large" | "damaged";
  /** What is wrong and what the person can do. */
  readonly message: string;
}

export interface OpenedLink {
  readonly project: SharedProject;
  readonly id: string;
  readonly template?: string;
  /** Says what is missing when the link was cut or damaged, or held files that were refused. */
  readonly warnings: readonly string[];
}

/** Opens what can be opened. Nothing of the link has any effect beyond the files that are returned. */
export function decodeProjectLink(
  hash: string,
  templates: readonly ProjectTemplate[] = [],
): Result<OpenedLink, LinkProblem> {
  if (hash.length > SHARING_LIMITS.linkCharacters)
    return fail(
      problem("too-large", "The link is longer than any browser opens. Ask for the project as a zip."),
    );
  const match = LINK.exec(hash);
  if (!match) return fail(notThisFormat(hash));
  const [, codec = "", lengthText = "", sum = "", body = ""] = match;
  if (codec !== "d1" && codec !== "t1")
    return fail(
      problem(
        "newer-format",
        "The link was made by a newer Tabwright. Reload this page to update it, then open the link again.",
      ),
    );
  const length = Number(lengthText);
  if (length > SHARING_LIMITS.totalBytes)
    return fail(
      problem("too-large", `The project is larger than ${SHARING_LIMITS.totalBytes / 1024 / 1024} MiB.`),
    );
  const found = codec === "t1" ? templateOf(body, templates) : succeed({ data: body, template: undefined });
  if (!found.ok) return found;
  return openData(found.value.data, { length, sum }, found.value.template);
}

function openData(
  data: string,
  expected: { readonly length: number; readonly sum: string },
  template: ProjectTemplate | undefined,
): Result<OpenedLink, LinkProblem> {
  const bytes = fromBase64Url(data);
  if (!bytes.ok)
    return fail(
      problem(
        "damaged",
        `The link holds a character that does not belong, at place ${bytes.problem + 1} of its data. Copy it again.`,
      ),
    );
  const packed = inflateWithin(bytes.value, expected.length, dictionaryOf(template));
  if (!packed.ok)
    return fail(
      problem("too-large", "The link unpacks to more than it says. It is damaged or was made to harm."),
    );
  const unpacked = unpackProject(packed.value);
  if (!unpacked.ok)
    return fail(problem("damaged", `The link is damaged: ${unpacked.problem}. Ask for it again.`));
  const whole = packed.value.length === expected.length && checksum(packed.value) === expected.sum;
  return succeed(opened(unpacked.value, template, whole, expected));
}

function opened(
  { header, files, refused, cutAt }: Unpacked,
  template: ProjectTemplate | undefined,
  whole: boolean,
  expected: { readonly length: number; readonly sum: string },
): OpenedLink {
  const removed = new Set(header.removed);
  const changed = new Map(files.map((file) => [file.path, file]));
  const base = (template?.files ?? []).filter((file) => !removed.has(file.path) && !changed.has(file.path));
  const all = [...base, ...files].toSorted(byPath);
  const warnings = refused.map(({ path, reason }) => `${JSON.stringify(path)} was left out: ${reason}.`);
  if (!whole)
    warnings.unshift(
      `The link is damaged or its end is missing. ${all.length} files are complete${cutAt ? `; ${JSON.stringify(cutAt)} and what follows it are lost` : ""}.`,
    );
  const leftOut: LeftOutFile[] = header.leftOut ?? [];
  return {
    id: `${expected.sum}${expected.length.toString(36)}`,
    warnings,
    ...(template && { template: template.id }),
    project: {
      name: header.name,
      files: all,
      emptyFolders: (header.emptyFolders ?? []).filter((path) => checkProjectPath(path).ok),
      leftOut,
      ...(header.openFile &&
        all.some((file) => file.path === header.openFile?.path) && {
          openFile: withoutUndefined(header.openFile),
        }),
      ...(header.script !== undefined && { script: header.script }),
    },
  };
}

function withoutUndefined({ path, line }: { path: string; line?: number | undefined }): {
  path: string;
  line?: number;
} {
  return line === undefined ? { path } : { path, line };
}

function templateOf(
  body: string,
  templates: readonly ProjectTemplate[],
): Result<{ data: string; template: ProjectTemplate }, LinkProblem> {
  const dot = body.indexOf(".");
  const id = fromBase64Url(body.slice(0, Math.max(dot, 0)));
  const name = id.ok ? new TextDecoder().decode(id.value) : "";
  const template = templates.find((each) => each.id === name);
  if (template) return succeed({ data: body.slice(dot + 1), template });
  return fail(
    problem(
      "unknown-template",
      `The link builds on the template ${JSON.stringify(name)}, which this Tabwright does not have. Reload the page to update it.`,
    ),
  );
}

function notThisFormat(hash: string): LinkProblem {
  if (/^#?p1\./.test(hash)) return problem("damaged", "The beginning of the link is damaged. Copy it again.");
  if (KNOWN_PREFIX.test(hash))
    return problem(
      "newer-format",
      "The link was made by a newer Tabwright. Reload this page to update it, then open the link again.",
    );
  return problem("not-a-link", "This is not a Tabwright link: those hold #p1. and the project behind it.");
}

function problem(kind: LinkProblem["kind"], message: string): LinkProblem {
  return { kind, message };
}
