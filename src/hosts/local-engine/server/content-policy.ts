import { createHash } from "node:crypto";

/** Origins of the hosted runtime and of its previews. */
const HOSTED_RUNTIME = [
  "https://stackblitz.com",
  "https://*.webcontainer.io",
  "https://*.webcontainer-api.io",
  "https://*.staticblitz.com",
];

/**
 * The content security policy of the IDE. Scripts come from this server alone; models may be anywhere, because the person chooses the address.
 */
export function idePolicy(
  engineOrigin: string,
  previewOrigins: string,
  inlineScripts: readonly string[],
): string {
  const hashes = inlineScripts.map(
    (script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashes].join(" "),
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self' data: blob: https: http:",
    ["frame-src 'self' blob:", engineOrigin, previewOrigins, ...HOSTED_RUNTIME].join(" "),
    "manifest-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The policy of the hidden engine page: its own script, its own server, and only the IDE may hold it in a frame. */
export function enginePagePolicy(engineOrigin: string, ideOrigin: string): string {
  const socket = engineOrigin.replace(/^http/, "ws");
  return [
    "default-src 'none'",
    "script-src 'self'",
    `connect-src 'self' ${socket}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ideOrigin}`,
  ].join("; ");
}

/** The contents of the scripts that stand in a page itself. */
export function inlineScriptsOf(html: string): string[] {
  return Array.from(
    html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi),
    ([, text]) => text ?? "",
  );
}
