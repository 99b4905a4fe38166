import { Component, type ErrorInfo, type ReactNode } from 'react';
import { appWords } from '#web/messages/app.ts';
import '#web/ui/button.css';
import './error-screen.css';

const words = appWords.error;

export const ErrorScreen = ({ error }: { error: Error }) => (
  <main className="error-screen wrap">
    <title>{`${words.page} · Hangtag`}</title>
    <h1 className="disp">{words.heading}</h1>
    <p className="lead-s">{words.text}</p>
    <p className="mute">{words.calm}</p>
    <details>
      <summary>{words.details}</summary>
      <pre>{error.message}</pre>
    </details>
    <button type="button" className="btn pri" onClick={() => location.reload()}>
      {words.refresh}
    </button>
  </main>
);

/** Catches what no screen expected. React offers this to classes only. */
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
