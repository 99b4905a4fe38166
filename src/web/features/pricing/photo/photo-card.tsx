import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Condition } from '#domain/pricing/facts/condition.ts';
import { dollars } from '#web/lib/format/money-format.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { photoMessages as messages } from '#web/messages/pricing/pricing.ts';
import { pricingCardMessages } from '#web/messages/pricing/pricing-cards.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { pricingStateQuery, useAnalyzePhoto } from '../queries.ts';
import { PhotoHints } from './photo-hints.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { PhotoFailure, PhotoProgress } from './photo-progress.tsx';
import { PhotoResult } from './photo-result.tsx';
import { type Photo, preparePhoto, UnusablePhoto } from './prepare-photo.ts';
import '../evidence/evidence.css';
import './photo-card.css';

type Which = 'photo' | 'tag';
type Chosen = Record<Which, Photo | null>;
type Faults = Record<Which, string | null>;
const nothing: Chosen = { photo: null, tag: null };
const noFaults: Faults = { photo: null, tag: null };

/** A price from a photo: chosen, dropped, pasted or taken; analyzed; shown with its evidence and its doubt. */
export const PhotoCard = () => {
  const { data: state } = useQuery(pricingStateQuery);
  const analyze = useAnalyzePhoto();
  const [chosen, setChosen] = useState(nothing);
  const [faults, setFaults] = useState(noFaults);
  const [isPreparing, setPreparing] = useState(false);
  const [brand, setBrand] = useState('');
  const [condition, setCondition] = useState<Condition | ''>('');
  const [useModel, setUseModel] = useState(false);
  const running = useRef<AbortController | null>(null);
  const card = useRef<HTMLDivElement>(null);

  const choose = (which: Which, file: File) => {
    setFaults((known) => ({ ...known, [which]: null }));
    setPreparing(true);
    whenDone(preparePhoto(file), {
      onSuccess: (photo) => {
        setChosen((known) => (which === 'photo' ? { ...known, photo } : { ...known, tag: photo }));
        analyze.reset();
      },
      onError: (error) =>
        setFaults((known) => ({
          ...known,
          [which]: error instanceof UnusablePhoto ? error.message : messages.errors.process,
        })),
      onSettled: () => setPreparing(false),
    });
  };

  const run = () => {
    if (chosen.photo === null) return;
    running.current = new AbortController();
    const body = {
      image: chosen.photo.dataUrl,
      ...(chosen.tag && { tagImage: chosen.tag.dataUrl }),
      ...(brand.trim() !== '' && { brandHint: brand.trim() }),
      ...(condition !== '' && { conditionHint: condition }),
      ...(useModel && state?.model && { useModel: true }),
    };
    whenDone(analyze.mutateAsync({ body, signal: running.current.signal }), {
      onSuccess: ({ suggestedPrice }) =>
        toastDone(
          messages.complete,
          suggestedPrice === null ? messages.completeWithout : messages.completeText(dollars(suggestedPrice)),
        ),
      onError: (error) => {
        if (isAbort(error)) return;
        toastFailed(messages.failed, failureMessage(error, messages.failedFallback), { error });
      },
    });
  };
  const cancel = () => {
    running.current?.abort();
    analyze.reset();
    card.current?.focus();
  };
  const clear = () => {
    running.current?.abort();
    analyze.reset();
    setChosen(nothing);
    setFaults(noFaults);
    setBrand('');
    setCondition('');
    card.current?.focus();
  };

  usePastedPhoto((file) => choose('photo', file));

  const error = analyze.error !== null && !isAbort(analyze.error) ? analyze.error : null;
  const hints = (
    <PhotoHints
      brand={brand}
      onBrand={setBrand}
      condition={condition}
      onCondition={setCondition}
      tag={chosen.tag}
      tagFault={faults.tag}
      onTag={(file) => choose('tag', file)}
      onTagGone={() => setChosen((known) => ({ ...known, tag: null }))}
      model={state?.model ?? null}
      useModel={useModel}
      onUseModel={setUseModel}
    />
  );
  const again = (
    <div className="photo-acts">
      <Button look={analyze.data ? 'line' : 'primary'} onClick={run} disabled={isPreparing}>
        {analyze.data || error ? messages.again : messages.analyze}
      </Button>
      <Button look="bare" onClick={clear}>
        {messages.clear}
      </Button>
    </div>
  );
  return (
    <Panel title={pricingCardMessages.photo} isLarge className="photo-card">
      <div ref={card} tabIndex={-1} className="photo-stack">
        {chosen.photo === null ? (
          <>
            <p className="small mute">{messages.lead}</p>
            <PhotoPicker fault={faults.photo} isPreparing={isPreparing} onChoose={(file) => choose('photo', file)} />
          </>
        ) : analyze.isPending ? (
          <PhotoProgress photo={chosen.photo} model={useModel ? (state?.model ?? null) : null} onCancel={cancel} />
        ) : analyze.data ? (
          <PhotoResult photo={chosen.photo} analysis={analyze.data} hints={hints} actions={again} />
        ) : (
          <>
            <ChosenPhoto photo={chosen.photo} fault={faults.photo} onChange={(file) => choose('photo', file)} />
            {error && <PhotoFailure error={error} />}
            {hints}
            <p className="hint">{messages.private}</p>
            {again}
          </>
        )}
      </div>
    </Panel>
  );
};

const ChosenPhoto = ({
  photo,
  fault,
  onChange,
}: {
  photo: Photo;
  fault: string | null;
  onChange: (file: File) => void;
}) => (
  <div className="photo-chosen">
    <img src={photo.dataUrl} alt={messages.photoAlt} />
    <div>
      <p className="small photo-name">{photo.name}</p>
      <PhotoPicker fault={fault} isPreparing={false} isCompact onChoose={onChange} />
    </div>
  </div>
);

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** A picture pasted anywhere on the screen but into a field. */
const usePastedPhoto = (onPaste: (file: File) => void) => {
  const latest = useRef(onPaste);
  // The clipboard is the browser's: its events reach the document alone.
  useEffect(() => {
    latest.current = onPaste;
  });
  useEffect(() => {
    const hear = (event: ClipboardEvent) => {
      const isField = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]');
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      if (isField || !file) return;
      event.preventDefault();
      latest.current(file);
    };
    document.addEventListener('paste', hear);
    return () => document.removeEventListener('paste', hear);
  }, []);
};
