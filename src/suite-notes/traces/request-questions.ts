import type { TraceRequest } from "./trace-artifact.ts";

const ASSET_TYPES = new Set([
  "stylesheet",
  "script",
  "image",
  "font",
  "media",
  "manifest",
  "texttrack",
  "other",
]);
const ASSET_PATH = /\.(?:css|m?js|map|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|otf|eot|webmanifest)$/i;
const INCIDENTAL_PATH =
  /(?:^|\/)(?:sw|service-?worker)[\w.-]*\.js$|\/favicon[\w.-]*$|manifest[\w.-]*\.(?:json|webmanifest)$|\.webmanifest$|\.(?:woff2?|ttf|otf|eot)$/i;

function pathOf(request: TraceRequest): string {
  return request.path.replace(/^[a-z]+:\/\/[^/]+/i, "").replace(/[?#].*$/, "");
}

function isIncidental(request: TraceRequest): boolean {
  return request.type === "font" || request.type === "manifest" || INCIDENTAL_PATH.test(pathOf(request));
}

/** Whether a request belongs to the page's shell (styles, scripts, images, fonts) and not to what the test did. */
export function isStaticAssetRequest(request: TraceRequest): boolean {
  if (request.type === "document") return false;
  const byPath = ASSET_PATH.test(pathOf(request)) || isIncidental(request);
  if (request.type === "fetch" || request.type === "xhr") return byPath;
  return byPath || ASSET_TYPES.has(request.type ?? "");
}

/** Whether the server, or the way to it, failed. A missing static asset is not a failure. */
export function failedRequest(request: TraceRequest): boolean {
  if (request.failure !== undefined && request.failure !== "") return true;
  if (request.status < 400) return false;
  return !(request.status === 404 && isStaticAssetRequest(request));
}

/** Whether no response and no reason was recorded: it was still in flight when the test ended. */
export function unansweredRequest(request: TraceRequest): boolean {
  return request.status <= 0 && !failedRequest(request) && !isIncidental(request);
}

/** Whether the page still waits for a style, a script or another asset that it loads itself. */
export function stalledDocumentSubresource(request: TraceRequest): boolean {
  return unansweredRequest(request) && isStaticAssetRequest(request);
}
