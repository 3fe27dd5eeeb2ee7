/** One change as a model asks for it, in LF form. */
export interface Replacement {
  readonly oldString: string;
  readonly newString: string;
  readonly replaceAll: boolean;
  readonly expectedCount?: number;
}

/** How loosely the old text was found; a looser layer is tried only when every tighter one found nothing. */
export type MatchLayer =
  | "exact"
  | "typography"
  | "unescaped"
  | "trailing-blanks"
  | "indentation"
  | "inner-blanks";

/** A place in the text, as offsets, and what is to stand there. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** A change as it was made, after layers and indentation were resolved. Applying it again is mechanical. */
export interface RecordedEdit {
  readonly oldString: string;
  readonly newString: string;
  readonly replaceAll: boolean;
}
