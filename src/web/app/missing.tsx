// Shown instead of a page or a dialog whose script could not be loaded.
import type { LoadFailure } from '#web/lib/loading/late-part.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadAgain, MissingPart, missingPartText, missingPartTitle } from '#web/ui/later.tsx';
import { calmText } from './error-screen.tsx';

export const MissingPage = ({ failure }: { failure: LoadFailure }) => (
  <main id="main" className="error-screen wrap">
    <title>{`${missingPartTitle} · Hangtag`}</title>
    <h1 className="disp">{missingPartTitle}</h1>
    <p className="lead-s" role="status">
      {missingPartText(failure)}
    </p>
    <p className="mute">{calmText}</p>
    <LoadAgain failure={failure} />
  </main>
);

type Props = { title: string; isOpen?: boolean; onClose?: () => void; failure: LoadFailure };

/** Without `onClose` the dialog can't be closed, because the screen behind it is unusable. */
export const MissingDialog = ({ title, isOpen = true, onClose, failure }: Props) => (
  <Dialog title={title} isOpen={isOpen} onClose={onClose ?? (() => {})} isFirm={onClose === undefined}>
    <MissingPart failure={failure} />
  </Dialog>
);
