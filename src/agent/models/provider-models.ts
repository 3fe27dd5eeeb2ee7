import type { LanguageModel } from "ai";
import { MODEL_PROXY_PATH } from "../../contracts/host-info.ts";
import { type ModelChoice, PROVIDER_BASE_URL } from "../../contracts/models.ts";
import { guardedFetch } from "./guarded-fetch.ts";

/** How a provider is reached: with a key of our own, or through the server, which puts its own key in the place of the one that it gave to the page. */
export type ModelAccess =
  | { readonly through: "key"; readonly key: string }
  | { readonly through: "server"; readonly pageOrigin: string; readonly proxyKey: string };

export type RemoteChoice = ModelChoice & { readonly provider: Exclude<ModelChoice["provider"], "demo"> };

export function baseUrlOf(choice: RemoteChoice, access: ModelAccess): string {
  if (access.through === "server") return `${access.pageOrigin}${MODEL_PROXY_PATH}${choice.provider}`;
  if (choice.baseUrl !== undefined) return choice.baseUrl;
  return choice.provider === "openai-compatible" ? "" : PROVIDER_BASE_URL[choice.provider];
}

/** The model as the SDK sees it. Each provider's code is loaded when it is first used. */
export async function languageModel(choice: RemoteChoice, access: ModelAccess): Promise<LanguageModel> {
  const apiKey = access.through === "key" ? access.key : access.proxyKey;
  const settings = { apiKey, baseURL: baseUrlOf(choice, access), fetch: guardedFetch };
  switch (choice.provider) {
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const headers = { "anthropic-dangerous-direct-browser-access": "true" };
      return createAnthropic({ ...settings, headers })(choice.model);
    }
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI(settings).chat(choice.model);
    }
    case "google": {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI(settings)(choice.model);
    }
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const { apiKey: key, ...rest } = settings;
      // A server on the own machine often wants no key at all.
      const withKey = key === "" ? rest : settings;
      return createOpenAICompatible({ ...withKey, name: "openai-compatible", includeUsage: true }).chatModel(
        choice.model,
      );
    }
  }
}
