// The reference of a failure, with a button that copies it.
import { useSyncExternalStore } from 'react';
import { ApiFailure } from '#contract/failure.ts';
import { uiMessages as messages } from '#web/messages/ui.ts';
import './reference.css';

/** The request id under which the server's log has the failure; null for refusals, and where no answer came. */
const referenceOf = (error: unknown): string | null =>
  error instanceof ApiFailure && error.status >= 500 ? (error.requestId ?? null) : null;

// The id that was copied last. Kept outside of the component: a failed query that is asked again shows its failure again, and
// must not forget that its reference was copied.
let copiedId: string | null = null;
const watchers = new Set<() => void>();
const watchCopied = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};
const setCopied = (id: string | null): void => {
  copiedId = id;
  for (const watcher of watchers) watcher();
};

/**
 * The seller can send it to the operator. Draws nothing where there is none. A toast's announcement leaves it out: nobody
 * writes down an id by ear.
 */
export const Reference = ({ of: error }: { of: unknown }) => {
  const copied = useSyncExternalStore(watchCopied, () => copiedId);
  const id = referenceOf(error);
  if (id === null) return null;
  return (
    <p className="reference small" data-radix-toast-announce-exclude="">
      <span>
        {messages.reference} <code>{id}</code>
      </span>
      {/* Browsers allow the clipboard on secure pages only. Elsewhere one click selects the id. */}
      {navigator.clipboard !== undefined && (
        <button
          type="button"
          className="btn bare sm"
          aria-label={messages.copyReference}
          onClick={() =>
            void navigator.clipboard.writeText(id).then(
              () => setCopied(id),
              () => setCopied(null),
            )
          }
        >
          {messages.copy}
        </button>
      )}
      <span role="status">{copied === id && messages.copied}</span>
    </p>
  );
};
