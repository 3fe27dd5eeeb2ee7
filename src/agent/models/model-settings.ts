import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { z } from "zod/mini";
import { fail, type Result, succeed } from "../../base/result.ts";
import type { HostInfo } from "../../contracts/host-info.ts";
import type {
  ConnectionReport,
  KeyState,
  ModelChoice,
  ModelProvider,
  ModelSettingsView,
} from "../../contracts/models.ts";
import type { ModelFailure } from "../../contracts/run-view.ts";
import { parseBaseUrl } from "./base-url.ts";
import type { ModelPort } from "./model-port.ts";
import type { ModelAccess, RemoteChoice } from "./provider-models.ts";
import { SdkModel } from "./sdk-model.ts";

interface SettingsDatabase extends DBSchema {
  settings: { key: string; value: unknown };
  keys: { key: string; value: string };
}

const choiceSchema = z.object({
  provider: z.enum(["demo", "anthropic", "openai", "google", "openai-compatible"]),
  model: z.string(),
  baseUrl: z.exactOptional(z.string()),
});

const DEMO_CHOICE: ModelChoice = { provider: "demo", model: "demo" };
const CHOICE = "model";

export interface ModelSettingsParts {
  readonly databaseName: string;
  /** What the server that served the page offers; absent on a static host. */
  readonly hostInfo: Pick<HostInfo, "proxiedProviders" | "proxyKey"> | undefined;
  readonly pageOrigin: string;
  /** The model that needs no key. */
  readonly demo: ModelPort;
}

/** A choice or a key that cannot be taken, in words for the person. */
class SettingRefusedError extends Error {
  override readonly name = "SettingRefusedError";
}

/** Which model is used and with which key. Keys stay in this worker's database; nothing here tells one to anybody but the provider. */
export class ModelSettings {
  readonly #parts: ModelSettingsParts;
  readonly #database: Promise<IDBPDatabase<SettingsDatabase>>;

  constructor(parts: ModelSettingsParts) {
    this.#parts = parts;
    this.#database = openDB<SettingsDatabase>(parts.databaseName, 1, {
      upgrade(created) {
        created.createObjectStore("settings");
        created.createObjectStore("keys");
      },
    });
    // Whoever asks for the database hears the failure.
    this.#database.catch(() => {});
  }

  async close(): Promise<void> {
    (await this.#database).close();
  }

  async view(): Promise<ModelSettingsView> {
    const providers: ModelProvider[] = ["demo", "anthropic", "openai", "google", "openai-compatible"];
    const states = await Promise.all(
      providers.map(async (provider) => [provider, await this.#keyState(provider)] as const),
    );
    return {
      choice: await this.#choice(),
      keys: Object.fromEntries(states) as Record<ModelProvider, KeyState>,
    };
  }

  async choose(choice: ModelChoice): Promise<void> {
    const checked = checkChoice(choice);
    if (!checked.ok) throw new SettingRefusedError(checked.problem);
    await (await this.#database).put("settings", checked.value, CHOICE);
  }

  async storeKey(provider: ModelProvider, key: string): Promise<void> {
    const database = await this.#database;
    const trimmed = key.trim();
    if (trimmed === "") {
      await database.delete("keys", provider);
      return;
    }
    // Header values hold visible ASCII only; anything else is a slip of the clipboard.
    if (!/^[\x21-\x7e]+$/.test(trimmed))
      throw new SettingRefusedError("The key holds characters that no key has. Copy it again.");
    await database.put("keys", trimmed, provider);
  }

  /** The model that the settings name, ready to be asked. */
  async model(): Promise<Result<ModelPort, ModelFailure>> {
    return this.#portFor(await this.#choice());
  }

  /** Asks the model for one word over the code path that runs use. */
  async testConnection(choice: ModelChoice): Promise<ConnectionReport> {
    const checked = checkChoice(choice);
    if (!checked.ok) return { ok: false, likelyCause: checked.problem };
    const port = await this.#portFor(checked.value);
    if (!port.ok) return { ok: false, likelyCause: port.problem.message };
    const started = performance.now();
    const events = port.value.stream({
      system: "You answer with one word.",
      messages: [{ role: "user", parts: ["Say OK."] }],
      tools: [],
      signal: AbortSignal.timeout(30_000),
    });
    for await (const event of events) {
      if (event.type === "completed") {
        const milliseconds = Math.round(performance.now() - started);
        return { ok: true, milliseconds, reply: event.answer.text.slice(0, 200) };
      }
      if (event.type === "failed") return reportOf(event.failure);
    }
    return { ok: false, likelyCause: "There was no whole answer within 30 seconds." };
  }

  async #portFor(choice: ModelChoice): Promise<Result<ModelPort, ModelFailure>> {
    if (!isRemote(choice)) return succeed(this.#parts.demo);
    const access = await this.#access(choice);
    if (access === undefined)
      return fail({
        kind: "no-key",
        message: `There is no key for ${choice.provider}. Enter one in the settings, or choose the demo agent.`,
      });
    if (choice.provider === "openai-compatible" && access.through === "key" && choice.baseUrl === undefined)
      return fail({
        kind: "cannot-connect",
        message: "An OpenAI-compatible model needs the address of its API. Enter it in the settings.",
      });
    return succeed(new SdkModel({ choice, access, pageOrigin: this.#parts.pageOrigin }));
  }

  async #access(choice: RemoteChoice): Promise<ModelAccess | undefined> {
    const key = await (await this.#database).get("keys", choice.provider);
    if (key !== undefined) return { through: "key", key };
    const ownAddress = choice.baseUrl !== undefined;
    if (!ownAddress && this.#isProxied(choice.provider))
      return {
        through: "server",
        pageOrigin: this.#parts.pageOrigin,
        proxyKey: this.#parts.hostInfo?.proxyKey ?? "",
      };
    return choice.provider === "openai-compatible" && ownAddress ? { through: "key", key: "" } : undefined;
  }

  #isProxied(provider: ModelProvider): boolean {
    return this.#parts.hostInfo?.proxiedProviders.some((proxied) => proxied === provider) ?? false;
  }

  async #keyState(provider: ModelProvider): Promise<KeyState> {
    if (provider === "demo") return "none";
    if ((await (await this.#database).get("keys", provider)) !== undefined) return "stored-here";
    return this.#isProxied(provider) ? "server" : "none";
  }

  async #choice(): Promise<ModelChoice> {
    const stored = choiceSchema.safeParse(await (await this.#database).get("settings", CHOICE));
    return stored.success ? stored.data : DEMO_CHOICE;
  }
}

function isRemote(choice: ModelChoice): choice is RemoteChoice {
  return choice.provider !== "demo";
}

function checkChoice(choice: ModelChoice): Result<ModelChoice, string> {
  const parsed = choiceSchema.safeParse(choice);
  if (!parsed.success) return fail("The choice of a model cannot be read.");
  const { provider, model, baseUrl } = parsed.data;
  if (provider === "demo") return succeed(DEMO_CHOICE);
  if (model.trim() === "") return fail("Enter the name of the model.");
  if (baseUrl === undefined || baseUrl.trim() === "") return succeed({ provider, model: model.trim() });
  const address = parseBaseUrl(baseUrl);
  return address.ok ? succeed({ provider, model: model.trim(), baseUrl: address.value }) : address;
}

function reportOf({ status, body, message }: ModelFailure): ConnectionReport {
  return {
    ok: false,
    likelyCause: message,
    ...(status === undefined ? {} : { status }),
    ...(body === undefined ? {} : { body }),
  };
}
