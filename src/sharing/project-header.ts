import { z } from "zod/mini";

const shortText = z.string().check(z.maxLength(500));

/** What a link says of its project beside the files. Unknown fields of later versions are ignored. */
export const projectHeaderSchema = z.object({
  name: shortText,
  emptyFolders: z.optional(z.array(shortText).check(z.maxLength(1_000))),
  leftOut: z.optional(z.array(z.object({ path: shortText, reason: shortText })).check(z.maxLength(1_000))),
  openFile: z.optional(z.object({ path: shortText, line: z.optional(z.int().check(z.positive())) })),
  script: z.optional(z.string().check(z.regex(/^[\w:.-]{1,100}$/))),
  /** The files are changes to the template with this id. */
  template: z.optional(shortText),
  /** Files of the template that the project does not have. */
  removed: z.optional(z.array(shortText).check(z.maxLength(5_000))),
});

export type ProjectHeader = z.infer<typeof projectHeaderSchema>;
