import type { CommandEffects, EffectAction, PathEffect } from "../../shell/public.ts";

/** One line about a command: what it would do, or what its text does not tell. */
export interface EffectLine {
  readonly weight: "plain" | "careful" | "unknown";
  /** "runs", "writes", "cannot tell". */
  readonly label: string;
  /** Parts of the command, as code. */
  readonly code: readonly string[];
  /** The rest of the line in words. */
  readonly words?: string;
}

/** More of one kind are counted. */
const SHOWN = 6;

const ACTIONS: Readonly<Record<EffectAction, string>> = {
  installs: "installs packages",
  publishes: "publishes a package",
  pushes: "pushes to another repository",
  deletes: "deletes files",
  elevates: "asks for administrator rights",
};

/**
 * What a command would do, in lines of words. Nothing is called harmless that its text does not show to be: the lines that say
 * "no file" and "no host" are there only when the whole command could be read. `cwd` is relative to the project root.
 */
export function effectLines(effects: CommandEffects, command: string, cwd: string): readonly EffectLine[] {
  const outside = (effect: PathEffect): boolean => effect.path !== null && leavesProject(cwd, effect.path);
  const touched = [...effects.writes, ...effects.removes];
  const hosts = effects.hosts.map(({ host, text }) => host ?? text);
  const readable = effects.unknowns.length === 0 && effects.programs.every(({ known }) => known);
  return [
    ...line("plain", "runs", programNames(effects)),
    ...effects.actions
      .filter(({ action }) => action !== "deletes")
      .map(({ action }): EffectLine => ({ weight: "careful", label: ACTIONS[action], code: [] })),
    ...line("plain", "writes", textsOf(effects.writes.filter((effect) => !outside(effect)))),
    ...line("careful", "removes", textsOf(effects.removes.filter((effect) => !outside(effect)))),
    ...line("careful", "changes outside the project", textsOf(touched.filter(outside))),
    ...line(
      "careful",
      "sends",
      effects.sends.map(({ text }) => text),
    ),
    ...line("careful", "contacts", hosts),
    ...(readable ? whatItLeavesAlone(touched.length > 0, touched.some(outside), hosts.length > 0) : []),
    ...unknownLines(effects, command),
  ];
}

function programNames({ programs }: CommandEffects): readonly string[] {
  return programs.map(({ program, via }) =>
    via.length === 0 ? program : `${program} (by ${via.join(", ")})`,
  );
}

function textsOf(paths: readonly PathEffect[]): readonly string[] {
  return paths.map(({ path, text }) => path ?? text);
}

function line(weight: EffectLine["weight"], label: string, code: readonly string[]): readonly EffectLine[] {
  const different = [...new Set(code)];
  if (different.length === 0) return [];
  const more = different.length - SHOWN;
  return [
    {
      weight,
      label,
      code: different.slice(0, SHOWN),
      ...(more > 0 ? { words: `and ${more} more` } : {}),
    },
  ];
}

function whatItLeavesAlone(writes: boolean, leaves: boolean, contacts: boolean): readonly EffectLine[] {
  const plain = (label: string): EffectLine => ({ weight: "plain", label, code: [] });
  return [
    ...(writes ? [] : [plain("writes no file")]),
    ...(writes && !leaves ? [plain("changes nothing outside the project")] : []),
    ...(contacts ? [] : [plain("contacts no host")]),
  ];
}

/** One line for each thing that cannot be known, with the part of the command that it is about. */
function unknownLines(effects: CommandEffects, command: string): readonly EffectLine[] {
  const bySentence = new Map<string, EffectLine>();
  for (const { sentence, range } of effects.unknowns) {
    const part = command.slice(range.start, range.end);
    const code = part === "" || part === command ? [] : [part];
    if (!bySentence.has(sentence))
      bySentence.set(sentence, { weight: "unknown", label: "cannot tell", code, words: sentence });
  }
  const all = [...bySentence.values()];
  const more = all.length - SHOWN;
  if (more <= 0) return all;
  const rest: EffectLine = { weight: "unknown", label: "cannot tell", code: [], words: `${more} more parts` };
  return [...all.slice(0, SHOWN), rest];
}

/** Whether a path that is read in a folder of the project leads out of it, as far as the text tells. */
function leavesProject(cwd: string, path: string): boolean {
  if (path.startsWith("/") || path.startsWith("~")) return path !== "/dev/null";
  let depth = 0;
  for (const part of `${cwd}/${path}`.split("/")) {
    if (part === "" || part === ".") continue;
    depth += part === ".." ? -1 : 1;
    if (depth < 0) return true;
  }
  return false;
}
