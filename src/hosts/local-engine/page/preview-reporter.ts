/** Runs first in each page of a preview and reports its errors to the server, on the preview's own origin. */

type Place = { previewId: string; pathname: string; search: string; hash: string };

const MOST_TEXT = 10_000;
const MOST_REPORTS = 200;

const wanted = document.currentScript?.dataset["wanted"];
const previewId = Math.random().toString(36).slice(2);
let reports = 0;

function place(): Place {
  const { pathname, search, hash } = location;
  return { previewId, pathname: pathname.slice(0, MOST_TEXT), search: search.slice(0, MOST_TEXT), hash };
}

function report(message: object): void {
  reports += 1;
  // A page that fails in a loop must not bury the person.
  if (reports > MOST_REPORTS) return;
  try {
    navigator.sendBeacon("/__tabwright/report", JSON.stringify({ ...message, ...place() }));
  } catch {
    // The page may have left nothing that can be reported.
  }
}

function textOf(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`.slice(0, MOST_TEXT);
  if (typeof value === "object" && value !== null) {
    try {
      return JSON.stringify(value).slice(0, MOST_TEXT);
    } catch {
      return Object.prototype.toString.call(value);
    }
  }
  return String(value).slice(0, MOST_TEXT);
}

function stackOf(value: unknown): { stack?: string } {
  return value instanceof Error && typeof value.stack === "string"
    ? { stack: value.stack.slice(0, MOST_TEXT) }
    : {};
}

addEventListener("error", (event) => {
  if (!(event instanceof ErrorEvent)) return;
  report({ type: "PREVIEW_UNCAUGHT_EXCEPTION", message: event.message, ...stackOf(event.error) });
});
addEventListener("unhandledrejection", (event) => {
  const reason: unknown = event.reason;
  const message = reason instanceof Error ? reason.message : textOf(reason);
  report({ type: "PREVIEW_UNHANDLED_REJECTION", message, ...stackOf(reason) });
});
if (wanted === "true") {
  const original = console.error;
  console.error = (...args: unknown[]) => {
    report({
      type: "PREVIEW_CONSOLE_ERROR",
      args: args.slice(0, 20).map(textOf),
      stack: (new Error("console.error").stack ?? "").slice(0, MOST_TEXT),
    });
    original.apply(console, args);
  };
}
