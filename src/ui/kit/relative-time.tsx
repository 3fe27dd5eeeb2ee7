import { useEffect, useState } from "react";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** "just now", "3 minutes ago", "yesterday". Both times are milliseconds since 1970. */
export function relativeTime(at: number, now: number): string {
  const distance = at - now;
  const size = Math.abs(distance);
  if (size < MINUTE) return "just now";
  if (size < HOUR) return words.format(Math.trunc(distance / MINUTE), "minute");
  if (size < DAY) return words.format(Math.trunc(distance / HOUR), "hour");
  if (size < 30 * DAY) return words.format(Math.trunc(distance / DAY), "day");
  return words.format(Math.trunc(distance / (30 * DAY)), "month");
}

/** The time in relative words, the exact one on hover. It keeps itself current. */
export function RelativeTime({ at }: { readonly at: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 2);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={new Date(at).toISOString()} title={exact.format(at)}>
      {relativeTime(at, now)}
    </time>
  );
}

/** `850 ms`, `12.4 s`, `3 min 5 s`. */
export function durationInWords(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < MINUTE) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `512 B`, `14.2 KB`, `3.1 MB`, in steps of 1,000. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["KB", "MB", "GB", "TB"];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? ""}`;
}
