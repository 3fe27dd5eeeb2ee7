import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { safeLink } from "./safe-link.ts";

const components: Components = {
  a({ href, children }) {
    const link = safeLink(href);
    if (!link) return <span>{children}</span>;
    return (
      <a href={link.href} target="_blank" rel="noopener noreferrer" title={link.href}>
        {children} <small>({link.host})</small>
      </a>
    );
  },
  // A picture would be fetched without the person's asking, and its address can carry data out.
  img({ src, alt }) {
    const link = safeLink(typeof src === "string" ? src : undefined);
    const words = alt === undefined || alt === "" ? "picture" : `picture: ${alt}`;
    if (!link) return <span>[{words}]</span>;
    return (
      <a href={link.href} target="_blank" rel="noopener noreferrer">
        [{words} at {link.host}]
      </a>
    );
  },
};

const plugins = [remarkGfm];

export function MarkdownText({ text }: { readonly text: string }) {
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components} skipHtml>
      {text}
    </ReactMarkdown>
  );
}
