import type { ModelLabel, TokenUse } from "../../contracts/run-view.ts";

/** US dollars for a million tokens. */
interface Price {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
}

/** By name without version and date; the longest that fits counts. A model that is not here has no known price. */
const PRICES: Readonly<Record<string, Readonly<Record<string, Price>>>> = {
  anthropic: {
    "claude-opus-4-5": { input: 5, cachedInput: 0.5, output: 25 },
    "claude-sonnet-4": { input: 3, cachedInput: 0.3, output: 15 },
    "claude-haiku-4-5": { input: 1, cachedInput: 0.1, output: 5 },
  },
  openai: {
    "gpt-5": { input: 1.25, cachedInput: 0.125, output: 10 },
    "gpt-5-mini": { input: 0.25, cachedInput: 0.025, output: 2 },
    "gpt-4.1": { input: 2, cachedInput: 0.5, output: 8 },
    "gpt-4.1-mini": { input: 0.4, cachedInput: 0.1, output: 1.6 },
  },
  google: {
    "gemini-2.5-pro": { input: 1.25, cachedInput: 0.125, output: 10 },
    "gemini-2.5-flash": { input: 0.3, cachedInput: 0.03, output: 2.5 },
  },
};

interface ReportedUse {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly inputTokenDetails: { readonly cacheReadTokens: number | undefined };
}

/** Tokens as the provider counted them, with their cost where the price is known. */
export function tokenUse(label: ModelLabel, reported: ReportedUse): TokenUse {
  const input = reported.inputTokens ?? 0;
  const output = reported.outputTokens ?? 0;
  const cachedInput = reported.inputTokenDetails.cacheReadTokens ?? 0;
  const price = priceOf(label);
  return {
    input,
    output,
    ...(cachedInput > 0 ? { cachedInput } : {}),
    ...(price === undefined
      ? {}
      : {
          cost:
            ((input - cachedInput) * price.input + cachedInput * price.cachedInput + output * price.output) /
            1_000_000,
        }),
  };
}

function priceOf({ provider, model }: ModelLabel): Price | undefined {
  const entries = Object.entries(PRICES[provider] ?? {}).filter(
    ([name]) => model.startsWith(name) && /^(-\d[\d-]*)?$/.test(model.slice(name.length)),
  );
  return entries.toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
}
