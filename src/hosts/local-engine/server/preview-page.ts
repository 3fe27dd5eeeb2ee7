import type { PreviewErrors, PreviewScript } from "../wire/server-messages.ts";

/** Paths under this prefix on a preview's origin are answered by the server, not by the project. */
export const PREVIEW_PREFIX = "/__tabwright/";
export const PREVIEW_REPORT_PATH = `${PREVIEW_PREFIX}report`;
export const PREVIEW_REPORTER_PATH = `${PREVIEW_PREFIX}reporter.js`;
export const PREVIEW_SCRIPT_PATH = `${PREVIEW_PREFIX}script.js`;

const SEARCHED_BYTES = 64 * 1024;

/** The tags that go into each page of a preview. */
export function previewTags(errors: PreviewErrors, script: PreviewScript | undefined): string {
  const reporter =
    errors === false
      ? ""
      : `<script src="${PREVIEW_REPORTER_PATH}" data-wanted="${String(errors)}"></script>`;
  return reporter + (script === undefined ? "" : scriptTag(script));
}

function scriptTag({ source, type, defer, async: isAsync }: PreviewScript): string {
  // A map of imports is read only where it stands in the page.
  if (type === "importmap") return `<script type="importmap">${source.replaceAll("</", "<\\/")}</script>`;
  const flags = `${type === "module" ? ' type="module"' : ""}${defer ? " defer" : ""}${isAsync ? " async" : ""}`;
  return `<script src="${PREVIEW_SCRIPT_PATH}"${flags}></script>`;
}

/** Puts the tags as early as a page allows; `undefined` while more of the page must be seen. */
export function withTags(start: Buffer, tags: string, isWhole: boolean): Buffer | undefined {
  const text = start.toString("latin1");
  const place =
    /<head(\s[^>]*)?>/i.exec(text) ??
    (isWhole || start.byteLength >= SEARCHED_BYTES
      ? (/<html(\s[^>]*)?>/i.exec(text) ?? /<!doctype[^>]*>/i.exec(text) ?? /^/.exec(text))
      : null);
  if (place === null) return undefined;
  const at = place.index + place[0].length;
  return Buffer.concat([start.subarray(0, at), Buffer.from(tags), start.subarray(at)]);
}
