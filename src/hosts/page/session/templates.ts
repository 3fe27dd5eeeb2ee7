import type { ProjectFile, ProjectTemplate } from "../../../contracts/shared-project.ts";
import { sampleProject } from "../../../projects/sample/sample-project.ts";

export const sampleName = sampleProject.name;

const encoder = new TextEncoder();

export function sampleFiles(): readonly ProjectFile[] {
  return Object.entries(sampleProject.files).map(([path, text]) => ({ path, bytes: encoder.encode(text) }));
}

/** The sample as links refer to it. Another content needs another number: old links are read with the old content. */
export function sampleTemplate(): ProjectTemplate {
  return { id: "sample@1", files: sampleFiles() };
}
