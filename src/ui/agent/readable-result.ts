/** The most a card shows of one text; the rest is in the run's export. */
const SHOWN_CHARACTERS = 20_000;

/** A tool's input for a person: the one text it consists of, else indented JSON. */
export function readableInput(input: unknown): string {
  if (typeof input === "string") return cut(input);
  if (isRecord(input)) {
    const entries = Object.entries(input);
    const [only] = entries;
    if (entries.length === 1 && only && typeof only[1] === "string") return cut(only[1]);
  }
  return cut(JSON.stringify(input, undefined, 2) ?? "nothing");
}

/** A tool's serialised answer for a person: what a command printed, what a file holds, else indented JSON. */
export function readableResult(resultText: string): string {
  let value: unknown;
  try {
    value = JSON.parse(resultText);
  } catch {
    return cut(resultText);
  }
  if (!isRecord(value)) return cut(typeof value === "string" ? value : JSON.stringify(value, undefined, 2));
  if (typeof value["error"] === "string") return cut(value["error"]);
  if (typeof value["content"] === "string") return cut(value["content"]);
  const printed = [value["stdout"], value["stderr"]].filter(
    (part) => typeof part === "string" && part !== "",
  );
  return cut(printed.length > 0 ? printed.join("\n") : JSON.stringify(value, undefined, 2));
}

function cut(text: string): string {
  return text.length <= SHOWN_CHARACTERS
    ? text
    : `${text.slice(0, SHOWN_CHARACTERS)}\n… ${text.length - SHOWN_CHARACTERS} more characters`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
