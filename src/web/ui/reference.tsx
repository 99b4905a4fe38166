// The reference of a failure, with a button that copies it.
import { useState } from 'react';
import { ApiFailure } from '#contract/failure.ts';
import { uiMessages as messages } from '#web/messages/ui.ts';
import './reference.css';

/** The id under which the server's log has a failure; null for refusals, which need no looking into, and where no answer came. */
const referenceOf = (error: unknown): string | null =>
  error instanceof ApiFailure && error.status >= 500 ? (error.requestId ?? null) : null;

/**
 * What a seller can hand to whoever runs the installation: the failure's reference, and a button that copies it. Nothing
 * where there is none. A toast that holds it reads out its own words alone: nobody writes an id down by ear.
 */
export const Reference = ({ of: error }: { of: unknown }) => {
  const [copied, setCopied] = useState<string | null>(null);
  const id = referenceOf(error);
  if (id === null) return null;
  return (
    <p className="reference small" data-radix-toast-announce-exclude="">
      <span>
        {messages.reference} <code>{id}</code>
      </span>
      {/* Browsers lend the clipboard to secure pages alone; elsewhere the id is still selected by one click. */}
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
