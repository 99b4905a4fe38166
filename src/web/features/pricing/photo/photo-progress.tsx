// Shown while a photo is analyzed: the current step and a cancel button.

import { failureMessage } from '#web/lib/server/api.ts';
import { photoMessages as messages } from '#web/messages/pricing/pricing.ts';
import { Button } from '#web/ui/button.tsx';
import { CircleAlert } from '#web/ui/icons.tsx';
import { Reference } from '#web/ui/reference.tsx';
import type { Photo } from './prepare-photo.ts';

export const PhotoProgress = ({
  photo,
  model,
  onCancel,
}: {
  photo: Photo;
  model: string | null;
  onCancel: () => void;
}) => (
  <>
    <div className="shot">
      <img src={photo.dataUrl} alt={messages.photoAlt} />
    </div>
    <div className="photo-working" role="status">
      <span className="work-bar" aria-hidden="true" />
      <p>{model === null ? 'Reading the item, its tag, and prices' : `Waiting for ${model}, then the prices`}…</p>
    </div>
    <div className="photo-acts">
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  </>
);

export const PhotoFailure = ({ error }: { error: Error }) => (
  <div className="photo-failure" role="alert">
    <p className="err">
      <CircleAlert className="ic" aria-hidden="true" />
      <span>
        <b>{messages.failed}.</b> {failureMessage(error, messages.failedFallback)}
      </span>
    </p>
    <p className="hint">Your photo and hints are still here.</p>
    <Reference of={error} />
  </div>
);
