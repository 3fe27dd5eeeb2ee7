import { fail, type Result, succeed } from "../../base/result.ts";

/**
 * Reads the address of a model API. It is stored and shown, so it may hold no secret: no user, query or fragment.
 * The refusal names what is wrong and never the secret part.
 */
export function parseBaseUrl(text: string): Result<string, string> {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return fail("The address of the model API is not a URL. It looks like http://localhost:11434/v1.");
  }
  const where = `${url.protocol}//${url.host}${url.pathname}`;
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return fail("The address of a model API begins with https: or http:.");
  if (url.username !== "" || url.password !== "")
    return fail(`The address ${where} holds a user or password. Put the key into the key field.`);
  if (url.search !== "") return fail(`The address ${where} holds a query. Put the key into the key field.`);
  if (url.hash !== "") return fail(`The address ${where} holds a fragment, which is never sent.`);
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    return fail(`The address ${where} is not encrypted, so the key could be read on the way. Use https.`);
  return succeed(where.replace(/\/+$/, ""));
}

function isLoopback(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(host)
  );
}
