// The dashboard's card for pricing an item from its photo.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { dollars } from '#web/format/money-format.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { photoMessages as messages } from '#web/messages/pricing/pricing.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Reference } from '#web/ui/reference.tsx';
import { toastDone, toastFailed, toastFailure } from '#web/ui/toast-store.ts';
import { pricingStateQuery } from '../queries.ts';
import { type Hints, hintFields, noHints } from './hints.ts';
import { PhotoHints, PhotoMore } from './photo-hints.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { PhotoResult } from './photo-result.tsx';
import { type Photo, photoAlt } from './prepare-photo.ts';
import { fetchSharedPhoto, wasPhotoShared } from './shared-photo.ts';
import { usePhotoAnalysis } from './use-photo-analysis.ts';
import '#web/ui/fold.css';
import '../evidence/evidence.css';
import './photo-card.css';

const usePhotoCard = () => {
  const { data: state } = useQuery(pricingStateQuery);
  const [hints, setHints] = useState(noHints);
  const [useModel, setUseModel] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const photo = usePhotoAnalysis({
    onDone: ({ suggestedPrice }) =>
      toastDone(
        'Analysis Complete',
        suggestedPrice === null
          ? 'Not enough to suggest a price yet. The card shows what would help.'
          : `Suggested price ${dollars(suggestedPrice)}.`,
      ),
    onFailed: (failure) => toastFailure(failure, 'Analysis Failed', messages.failedFallback),
  });
  const model = state?.model ?? null;
  return {
    ...photo,
    card,
    model,
    useModel,
    setUseModel,
    hints,
    run: () => photo.run({ ...hintFields(hints), ...(useModel && model && { useModel: true }) }),
    hint: (change: Partial<Hints>) => {
      const next = { ...hints, ...change };
      setHints(next);
      if (photo.analysis) photo.correct(hintFields(next));
    },
    correctAgain: () => photo.correct(hintFields(hints)),
    cancel: () => {
      photo.cancel();
      card.current?.focus();
    },
    clear: () => {
      photo.clear();
      setHints(noHints);
      card.current?.focus();
    },
  };
};

export const PhotoCard = () => {
  const { card, chosen, faults, isPreparing, isRunning, analysis, error, choose, hints, hint, ...photo } =
    usePhotoCard();
  usePastedPhoto((file) => choose('photo', file));
  useSharedPhoto((file) => choose('photo', file));

  const more = (
    <PhotoMore
      tag={chosen.tag}
      tagFault={faults.tag}
      onTag={(file) => choose('tag', file)}
      onTagGone={photo.removeTag}
      model={photo.model}
      useModel={photo.useModel}
      onUseModel={photo.setUseModel}
    />
  );
  const again = (
    <Actions
      name={analysis || error ? 'Analyze Again' : 'Analyze Photo'}
      look={analysis ? 'line' : 'primary'}
      isDisabled={isPreparing}
      onRun={photo.run}
      onClear={photo.clear}
    />
  );
  return (
    <Panel title="Price from a photo" isLarge className="photo-card">
      <div ref={card} tabIndex={-1} className="photo-stack lines">
        {chosen.photo === null ? (
          <>
            <p className="small mute">
              Take one clear photo of the whole item. Add a photo of its tag for brand, size, and retail price.
            </p>
            <PhotoPicker fault={faults.photo} isPreparing={isPreparing} onChoose={(file) => choose('photo', file)} />
          </>
        ) : isRunning ? (
          <PhotoProgress photo={chosen.photo} model={photo.useModel ? photo.model : null} onCancel={photo.cancel} />
        ) : analysis ? (
          <PhotoResult
            photo={chosen.photo}
            analysis={analysis}
            editing={{ hints, seen: analysis.seen, onHint: hint }}
            correction={{ ...photo.correction, onRetry: photo.correctAgain }}
            more={more}
            moreName={photo.model ? 'Add the tag or ask the AI model' : 'Add the tag'}
            actions={again}
          />
        ) : (
          <>
            <ChosenPhoto photo={chosen.photo} fault={faults.photo} onChange={(file) => choose('photo', file)} />
            {error && <PhotoFailure error={error} />}
            <PhotoHints hints={hints} onHint={hint} />
            {more}
            <p className="hint">{messages.private}</p>
            {again}
          </>
        )}
      </div>
    </Panel>
  );
};

type ActionsProps = {
  name: string;
  look: 'line' | 'primary';
  isDisabled: boolean;
  onRun: () => void;
  onClear: () => void;
};

const Actions = ({ name, look, isDisabled, onRun, onClear }: ActionsProps) => (
  <div className="answers">
    <Button look={look} onClick={onRun} disabled={isDisabled}>
      {name}
    </Button>
    <Button look="bare" onClick={onClear}>
      Clear
    </Button>
  </div>
);

const ChosenPhoto = ({
  photo,
  fault,
  onChange,
}: {
  photo: Photo;
  fault: string | null;
  onChange: (file: File) => void;
}) => (
  <div className="photo-chosen lines">
    <img src={photo.dataUrl} alt={photoAlt} />
    <div>
      <p className="small photo-name mute one-line">{photo.name}</p>
      <PhotoPicker fault={fault} isPreparing={false} isCompact onChoose={onChange} />
    </div>
  </div>
);

/** Calls `onPaste` with a picture pasted anywhere on the screen except into a field. */
const usePastedPhoto = (onPaste: (file: File) => void) => {
  const latest = useRef(onPaste);
  // A paste outside of any field is an event of the document, not of an element.
  useEffect(() => {
    latest.current = onPaste;
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const isField = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]');
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (isField || !file) return;
      event.preventDefault();
      latest.current(file);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
};

/** Calls `onShared` with the photo that a phone shared to the installed app. Nothing is sent before the seller presses the button. */
const useSharedPhoto = (onShared: (file: File) => void) => {
  const latest = useRef(onShared);
  useEffect(() => {
    latest.current = onShared;
  });
  // Once: the address and the service worker are outside React.
  useEffect(() => {
    if (!wasPhotoShared()) return;
    void fetchSharedPhoto().then((file) => {
      if (file !== null) latest.current(file);
      else toastFailed('Photo not received', 'The shared photo didn’t arrive. Share it again, or choose it here.');
    });
  }, []);
};

const PhotoProgress = ({ photo, model, onCancel }: { photo: Photo; model: string | null; onCancel: () => void }) => (
  <>
    <div className="shot">
      <img src={photo.dataUrl} alt={photoAlt} />
    </div>
    <div className="lines-close" role="status">
      <span className="work-bar" aria-hidden="true" />
      <p>{model === null ? 'Reading the item, its tag, and prices' : `Waiting for ${model}, then the prices`}…</p>
    </div>
    <div className="answers">
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  </>
);

const PhotoFailure = ({ error }: { error: Error }) => (
  <div className="lines-tight" role="alert">
    <FieldError>
      <b>Analysis Failed.</b> {failureMessage(error, messages.failedFallback)}
    </FieldError>
    <p className="hint">Your photo and hints are still here.</p>
    <Reference of={error} />
  </div>
);
