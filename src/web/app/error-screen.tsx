// The error screen, and the boundary that shows it for any error that no screen handled.
import { Component, type ErrorInfo, type ReactNode } from 'react';
import '#web/ui/button.css';
import './error-screen.css';

export const calmText = 'Your bot isn’t affected. It doesn’t need this page.';

const ErrorScreen = ({ error }: { error: Error }) => (
  <main className="error-screen wrap">
    <title>{'Something went wrong · Hangtag'}</title>
    <h1 className="disp">Something went wrong</h1>
    <p className="lead-s">An unexpected error occurred. Please try refreshing the page.</p>
    <p className="mute">{calmText}</p>
    <details>
      <summary>Error details</summary>
      <pre>{error.message}</pre>
    </details>
    <button type="button" className="btn pri" onClick={() => location.reload()}>
      Refresh Page
    </button>
  </main>
);

/** A class, because React offers error boundaries to classes only. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(thrown: unknown): { error: Error } {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <ErrorScreen error={this.state.error} />;
  }
}
