// The reference of a failure, with a button that copies it.
import { ApiFailure } from '#contract/failure.ts';
import { createStore } from '#web/lib/store.ts';
import './reference.css';

/** The request id, by which the operator finds the failure in the server's log; null for refusals and lost replies. */
const referenceOf = (error: unknown): string | null =>
  error instanceof ApiFailure && error.status >= 500 ? (error.requestId ?? null) : null;

// The id that was copied last. It is kept outside the component, because a query that fails again shows its failure again and
// must still show that its reference was copied.
const copiedId = createStore<string | null>(null);

/** The seller can send it to the operator. Toasts don't announce it: nobody writes down an id by ear. */
export const Reference = ({ of: error }: { of: unknown }) => {
  const copied = copiedId.useValue();
  const id = referenceOf(error);
  if (id === null) return null;
  return (
    <p className="reference small" data-radix-toast-announce-exclude="">
      <span>
        Reference <code>{id}</code>
      </span>
      {/* Browsers allow clipboard access only on secure pages. On others, one click selects the id. */}
      {navigator.clipboard !== undefined && (
        <button
          type="button"
          className="btn bare sm"
          aria-label="Copy the reference"
          onClick={() =>
            void navigator.clipboard.writeText(id).then(
              () => copiedId.set(id),
              () => copiedId.set(null),
            )
          }
        >
          Copy
        </button>
      )}
      <span role="status">{copied === id && 'Copied'}</span>
    </p>
  );
};
