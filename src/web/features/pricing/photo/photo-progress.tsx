import { CircleAlert } from 'lucide-react';
import { failureMessage } from '#web/lib/server/api.ts';
import { photoWords as words } from '#web/messages/pricing/pricing.ts';
import { Button } from '#web/ui/button.tsx';
import { Reference } from '#web/ui/reference.tsx';
import type { Photo } from './prepare-photo.ts';

/** While a photo is analysed: what is going on, and the way out. */
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
      <img src={photo.dataUrl} alt={words.photoAlt} />
    </div>
    <div className="photo-working" role="status">
      <span className="work-bar" aria-hidden="true" />
      <p>{model === null ? words.analysing : words.analysingWithModel(model)}…</p>
    </div>
    <div className="photo-acts">
      <Button onClick={onCancel}>{words.cancel}</Button>
    </div>
  </>
);

export const PhotoFailure = ({ error }: { error: Error }) => (
  <div className="photo-failure" role="alert">
    <p className="err">
      <CircleAlert className="ic" aria-hidden="true" />
      <span>
        <b>{words.failed}.</b> {failureMessage(error, words.failedFallback)}
      </span>
    </p>
    <p className="hint">{words.failedSafe}</p>
    <Reference of={error} />
  </div>
);
