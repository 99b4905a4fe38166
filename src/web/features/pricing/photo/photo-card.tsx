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
import { type Hints, hintFields, noHints, PhotoHints, PhotoMore, PhotoPicker } from './photo-input.tsx';
import { PhotoResult } from './photo-result.tsx';
import { photoAlt } from './prepare-photo.ts';
import { usePhotoAnalysis } from './use-photo-analysis.ts';
import '#web/ui/fold.css';
import './photo-card.css';

const failedFallback = 'Couldn’t analyze the photo. Try again.';

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
    onFailed: (failure) => toastFailure(failure, 'Analysis Failed', failedFallback),
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
  const { card, photo, tag, model, useModel, setUseModel, hints, hint, analysis, error, ...on } = usePhotoCard();
  useBroughtPhoto(photo.choose);
  const { chosen } = photo;
  const more = <PhotoMore {...{ tag, model, useModel }} onUseModel={setUseModel} />;
  const again = (
    <div className="answers">
      <Button look={analysis ? 'line' : 'primary'} onClick={on.run} disabled={photo.isPreparing || tag.isPreparing}>
        {analysis || error ? 'Analyze Again' : 'Analyze Photo'}
      </Button>
      <Button look="bare" onClick={on.clear}>
        Clear
      </Button>
    </div>
  );
  return (
    <Panel title="Price from a photo" isLarge className="photo-card">
      <div ref={card} tabIndex={-1} className="photo-stack lines">
        {chosen === null ? (
          <>
            <p className="small mute">
              Take one clear photo of the whole item. Add a photo of its tag for brand, size, and retail price.
            </p>
            <PhotoPicker photo={photo} isPreparing={photo.isPreparing || tag.isPreparing} />
          </>
        ) : on.isRunning ? (
          <>
            <div className="shot">
              <img src={chosen.dataUrl} alt={photoAlt} />
            </div>
            <div className="lines-close" role="status">
              <span className="work-bar" aria-hidden="true" />
              <p>
                {useModel && model !== null
                  ? `Waiting for ${model}, then the prices`
                  : 'Reading the item, its tag, and prices'}
                …
              </p>
            </div>
            <div className="answers">
              <Button onClick={on.cancel}>Cancel</Button>
            </div>
          </>
        ) : analysis ? (
          <PhotoResult
            photo={chosen}
            analysis={analysis}
            editing={{ hints, seen: analysis.seen, onHint: hint }}
            correction={{ ...on.correction, onRetry: on.correctAgain }}
            more={more}
            moreName={model ? 'Add the tag or ask the AI model' : 'Add the tag'}
            actions={again}
          />
        ) : (
          <>
            <div className="photo-chosen lines">
              <img src={chosen.dataUrl} alt={photoAlt} />
              <div>
                <p className="small photo-name mute one-line">{chosen.name}</p>
                <PhotoPicker photo={photo} isCompact />
              </div>
            </div>
            {error && (
              <div className="lines-tight" role="alert">
                <FieldError>
                  <b>Analysis Failed.</b> {failureMessage(error, failedFallback)}
                </FieldError>
                <p className="hint">Your photo and hints are still here.</p>
                <Reference of={error} />
              </div>
            )}
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

/**
 * Calls `onPhoto` with a picture pasted anywhere on the screen except into a field, and with the photo that a phone shared to the
 * installed app. Nothing is sent before the seller presses the button.
 */
const useBroughtPhoto = (onPhoto: (file: File) => void) => {
  const latest = useRef(onPhoto);
  useEffect(() => {
    latest.current = onPhoto;
  });
  // Once: the address and the service worker are outside React, and so is a paste outside of any field.
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const isField = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]');
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (isField || !file) return;
      event.preventDefault();
      latest.current(file);
    };
    document.addEventListener('paste', onPaste);
    if (wasPhotoShared())
      void fetchSharedPhoto().then((file) => {
        if (file !== null) latest.current(file);
        else toastFailed('Photo not received', 'The shared photo didn’t arrive. Share it again, or choose it here.');
      });
    return () => document.removeEventListener('paste', onPaste);
  }, []);
};

/** Whether the address says that a photo was shared. It is taken out of the address, so that a reload doesn't ask again. */
const wasPhotoShared = (): boolean => {
  const query = new URLSearchParams(location.search);
  if (query.get('shared') !== 'photo') return false;
  history.replaceState(history.state, '', location.pathname + location.hash);
  return true;
};

/** How long the service worker may take. Without one, nothing answers. */
const waitsMs = 3_000;

/** The service worker holds it in memory. Resolves to null if it is gone: phones end service workers when they need the memory. */
const fetchSharedPhoto = async (): Promise<File | null> => {
  const worker = (await navigator.serviceWorker?.getRegistration())?.active;
  if (!worker) return null;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => resolve(null), waitsMs);
    port1.onmessage = ({ data }) => {
      clearTimeout(giveUp);
      resolve(data instanceof File ? data : null);
    };
    worker.postMessage({ wantsPhoto: true }, [port2]);
  });
};
