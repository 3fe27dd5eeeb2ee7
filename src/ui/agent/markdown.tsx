import { lazy, Suspense } from "react";
import styles from "./markdown.module.css";

const MarkdownText = lazy(async () => ({ default: (await import("./markdown-text.tsx")).MarkdownText }));

/** Text of a model as Markdown: no HTML, no pictures from elsewhere. Until the renderer is there the text stands as it is. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={styles["markdown"]}>
      <Suspense fallback={<p className={styles["plain"]}>{text}</p>}>
        <MarkdownText text={text} />
      </Suspense>
    </div>
  );
}
