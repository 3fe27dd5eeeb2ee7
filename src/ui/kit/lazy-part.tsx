import { type ComponentType, type JSX, lazy, Suspense } from "react";
import { ProgressLine } from "./progress-line.tsx";

export interface LazyPart<Props> {
  (props: Props & JSX.IntrinsicAttributes): JSX.Element;
  /** Begins to load before the part is drawn; then it is drawn at once, without a fallback in between. */
  preload(): Promise<void>;
}

/**
 * A part whose code comes in a chunk of its own. React holds back what follows a shown fallback for 300 ms,
 * so a part that is needed soon is preloaded.
 */
export function lazyPart<Props extends object>(
  label: string,
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = async (): Promise<ComponentType<Props>> => {
    // A failed load is tried again by whoever draws the part next.
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    loaded = await loading;
    return loaded;
  };
  const Later = lazy(async () => ({ default: await loadOnce() }));
  const Part = (props: Props & JSX.IntrinsicAttributes): JSX.Element => {
    const Now = loaded;
    if (Now) return <Now {...props} />;
    return (
      <Suspense fallback={<ProgressLine label={label} />}>
        <Later {...props} />
      </Suspense>
    );
  };
  return Object.assign(Part, {
    preload: async () => {
      await loadOnce();
    },
  });
}
