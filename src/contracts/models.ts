/** Providers a person can choose. `demo` is the scripted model that needs no key. */
export type ModelProvider = "demo" | "anthropic" | "openai" | "google" | "openai-compatible";

export interface ModelChoice {
  readonly provider: ModelProvider;
  readonly model: string;
  /** Only for `openai-compatible`, and to reach another provider through a gateway. Never with userinfo or a query. */
  readonly baseUrl?: string;
}

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
