import { useEffect, useState } from "react";

/** The current time, renewed every `every` milliseconds while `active`. */
export function useNow(every: number, active = true): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every, active]);
  return now;
}
