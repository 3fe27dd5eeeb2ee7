/** One file of a project as it travels in a link or an archive. */
export interface ProjectFile {
  /** Relative to the project root, with `/`, checked by the path rules of the sharing subject. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly executable?: boolean;
}

/** A file that did not travel, and why, in words for a person. */
export interface LeftOutFile {
  readonly path: string;
  readonly reason: string;
}

/** A whole project as it travels. It never holds keys, approvals, servers or endpoints. */
export interface SharedProject {
  readonly name: string;
  /** Sorted by path. */
  readonly files: readonly ProjectFile[];
  readonly emptyFolders: readonly string[];
  readonly leftOut: readonly LeftOutFile[];
  readonly openFile?: { readonly path: string; readonly line?: number };
  /** The name of a script in package.json that a person may want to run. */
  readonly script?: string;
}

/** A frozen project that links may refer to by its id, which names its version. */
export interface ProjectTemplate {
  readonly id: string;
  readonly files: readonly ProjectFile[];
}
