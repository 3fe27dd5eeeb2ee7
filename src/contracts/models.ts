/** Providers a person can choose. `demo` is the scripted model that needs no key. */
export type ModelProvider = "demo" | "anthropic" | "openai" | "google" | "openai-compatible";

export interface ModelChoice {
  readonly provider: ModelProvider;
  readonly model: string;
  /** Only for `openai-compatible`, and to reach another provider through a gateway. Never with userinfo or a query. */
  readonly baseUrl?: string;
}

/**
 * Where each provider's API is, with its version. Calls append `/messages`, `/chat/completions` or `/models/NAME:streamGenerateContent`;
 * the same follows the provider's name under `MODEL_PROXY_PATH`, so that the server forwards by replacing the front of the address.
 */
export const PROVIDER_BASE_URL = {
  anthropic: "https://api.anthropic.com/v1",
  openai: "https://api.openai.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
} as const;

/** How a provider's key is held. The key itself is never told to the page. */
export type KeyState = "none" | "stored-here" | "server";

export interface ModelSettingsView {
  readonly choice: ModelChoice;
  readonly keys: Readonly<Record<ModelProvider, KeyState>>;
}

/** What a test of the connection showed, made over the code path that runs use. */
export type ConnectionReport =
  | { readonly ok: true; readonly milliseconds: number; readonly reply: string }
  | {
      readonly ok: false;
      readonly status?: number;
      readonly body?: string;
      readonly likelyCause: string;
    };
