import { Component, type ReactNode } from "react";
import { ErrorState } from "./state-message.tsx";

interface ErrorBoundaryProps {
  /** What is drawn inside, such as "The editor". */
  readonly what: string;
  readonly children: ReactNode;
}

/** A part that cannot be drawn says so in its place; the rest of the page goes on. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <ErrorState
        title={`${this.props.what} has a fault and was closed`}
        meaning="Your files and the agent are not touched."
        detail={error instanceof Error ? `${error.name}: ${error.message}` : undefined}
        action={{ title: "Try again", run: () => this.setState({ error: undefined }) }}
        otherActions={[{ title: "Reload the page", run: () => location.reload() }]}
      />
    );
  }
}
