// Holds the chosen photo and tag, and runs their analysis.
import { useRef, useState } from 'react';
import type { PhotoAnalysis, PhotoAnalysisRequest, PhotoCorrection } from '#contract/pricing/photo.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { photoMessages as messages } from '#web/messages/pricing/pricing.ts';
import { expectPhoto, useAnalyzePhoto, useCorrectPhoto } from '../queries.ts';
import { type Photo, preparePhoto, UnusablePhoto } from './prepare-photo.ts';

type Which = 'photo' | 'tag';
type Each<Value> = Record<Which, Value>;

const nothing: Each<Photo | null> = { photo: null, tag: null };
const noFaults: Each<string | null> = { photo: null, tag: null };

type Report = { onDone: (analysis: PhotoAnalysis) => void; onFailed: (error: unknown) => void };

/** The chosen photo and tag. The last choice counts, even if an earlier one takes longer to prepare. */
const useChosenPhotos = (onChosen: () => void) => {
  const [chosen, setChosen] = useState(nothing);
  const [faults, setFaults] = useState(noFaults);
  const [preparing, setPreparing] = useState<Each<boolean>>({ photo: false, tag: false });
  const latest = useRef<Each<File | null>>({ photo: null, tag: null });

  const choose = (which: Which, file: File) => {
    latest.current[which] = file;
    const isLatest = () => latest.current[which] === file;
    setFaults((known) => ({ ...known, [which]: null }));
    setPreparing((known) => ({ ...known, [which]: true }));
    expectPhoto();
    whenDone(preparePhoto(file), {
      onSuccess: (photo) => {
        if (!isLatest()) return;
        onChosen();
        setChosen((known) => ({ ...known, [which]: photo }));
      },
      onError: (error) => {
        if (!isLatest()) return;
        const fault = error instanceof UnusablePhoto ? error.message : messages.errors.process;
        setFaults((known) => ({ ...known, [which]: fault }));
      },
      onSettled: () => {
        if (isLatest()) setPreparing((known) => ({ ...known, [which]: false }));
      },
    });
  };
  const removeTag = () => {
    latest.current.tag = null;
    setChosen((known) => ({ ...known, tag: null }));
  };
  const clear = () => {
    latest.current = { photo: null, tag: null };
    setChosen(nothing);
    setFaults(noFaults);
    setPreparing({ photo: false, tag: false });
  };
  return { chosen, faults, isPreparing: preparing.photo || preparing.tag, choose, removeTag, clear };
};

/**
 * Choosing another photo cancels the previous one's preparation and request and clears its result, so a price is only ever shown
 * with its own photo.
 */
export const usePhotoAnalysis = ({ onDone, onFailed }: Report) => {
  const analyze = useAnalyzePhoto();
  const correction = useCorrectPhoto();
  const [corrected, setCorrected] = useState<PhotoAnalysis | null>(null);
  /** The one request that counts: an analysis, or its correction. */
  const running = useRef<AbortController | null>(null);
  const analysis = corrected ?? analyze.data;

  const begin = (): AbortController => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current;
  };
  const forgetCorrection = () => {
    correction.reset();
    setCorrected(null);
  };
  const cancel = () => {
    running.current?.abort();
    running.current = null;
    analyze.reset();
    forgetCorrection();
  };
  const { clear, ...photos } = useChosenPhotos(cancel);

  const run = (hints: Omit<PhotoAnalysisRequest, 'image' | 'tagImage'>) => {
    const { photo, tag } = photos.chosen;
    if (photo === null) return;
    const request = begin();
    forgetCorrection();
    const body = { image: photo.dataUrl, ...(tag && { tagImage: tag.dataUrl }), ...hints };
    whenDone(analyze.mutateAsync({ body, signal: request.signal }), {
      onSuccess: (analysis) => {
        if (running.current === request) onDone(analysis);
      },
      onError: (error) => {
        if (running.current === request) onFailed(error);
      },
    });
  };

  /** Prices the same item with other hints. What was seen is sent, and not the photo. The last correction counts. */
  const correct = (hints: Omit<PhotoCorrection, 'seen'>) => {
    if (analysis === undefined) return;
    const request = begin();
    whenDone(correction.mutateAsync({ body: { ...hints, seen: analysis.seen }, signal: request.signal }), {
      onSuccess: (priced) => {
        if (running.current === request) setCorrected(priced);
      },
      onError: () => {},
    });
  };

  return {
    ...photos,
    isRunning: analyze.isPending,
    analysis,
    error: analyze.error,
    correction: { isRunning: correction.isPending, error: correction.error },
    run,
    correct,
    cancel,
    clear: () => {
      cancel();
      clear();
    },
  };
};
