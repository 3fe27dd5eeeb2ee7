import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Whether the request names one of our hosts. A page of another site that points a name of its own at this machine (DNS rebinding) sends that name.
 */
export function namesHost(request: IncomingMessage, host: string): boolean {
  return request.headers.host === host;
}

/** Whether a page of this very origin asks. Browsers tell by `Origin` and `Sec-Fetch-Site`, which pages cannot forge. */
export function isSameOrigin(request: IncomingMessage, origin: string): boolean {
  const { origin: sender } = request.headers;
  const site = request.headers["sec-fetch-site"];
  if (sender !== undefined && sender !== origin) return false;
  if (site !== undefined) return site === "same-origin";
  return sender === origin;
}

/** Compares two secrets in a time that does not tell how much of them is equal. */
export function isSecret(given: string | string[] | undefined, secret: string): boolean {
  if (typeof given !== "string") return false;
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

/** Answers with a short text and ends the request. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
  });
  response.end(`${message}\n`);
}
