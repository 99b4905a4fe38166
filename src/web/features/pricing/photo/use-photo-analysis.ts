// Holds the chosen photo and tag, and runs their analysis.
import { useRef, useState } from 'react';
import type { PhotoAnalysis, PhotoAnalysisRequest, PhotoCorrection } from '#contract/pricing/photo.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { expectPhoto, useAnalyzePhoto, useCorrectPhoto } from '../queries.ts';
import { type Photo, preparePhoto, processFault, UnusablePhoto } from './prepare-photo.ts';

type Choice = { chosen: Photo | null; fault: string | null; isPreparing: boolean };
const nothing: Choice = { chosen: null, fault: null, isPreparing: false };

/** The last choice counts, even if an earlier one takes longer to prepare. */
const useChosenPhoto = (onChosen: () => void) => {
  const [state, setState] = useState(nothing);
  const latest = useRef<File | null>(null);
  const choose = (file: File) => {
    latest.current = file;
    const change = (next: Partial<Choice>) => setState((known) => ({ ...known, ...next }));
    change({ fault: null, isPreparing: true });
    expectPhoto();
    whenDone(preparePhoto(file), {
      onSuccess: (chosen) => {
        if (latest.current !== file) return;
        onChosen();
        change({ chosen, isPreparing: false });
      },
      onError: (error) => {
        const fault = error instanceof UnusablePhoto ? error.message : processFault;
        if (latest.current === file) change({ fault, isPreparing: false });
      },
    });
  };
  const clear = () => {
    latest.current = null;
    setState(nothing);
  };
  return { ...state, choose, clear };
};

type Report = { onDone: (analysis: PhotoAnalysis) => void; onFailed: (error: unknown) => void };

/** Another photo cancels the previous one's request and clears its result: a price only shows with its own photo. */
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
  const photo = useChosenPhoto(cancel);
  const tag = useChosenPhoto(cancel);

  const run = (hints: Omit<PhotoAnalysisRequest, 'image' | 'tagImage'>) => {
    if (photo.chosen === null) return;
    const request = begin();
    forgetCorrection();
    const body = { image: photo.chosen.dataUrl, ...(tag.chosen && { tagImage: tag.chosen.dataUrl }), ...hints };
    whenDone(analyze.mutateAsync({ body, signal: request.signal }), {
      onSuccess: (done) => {
        if (running.current === request) onDone(done);
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
    photo,
    tag,
    isRunning: analyze.isPending,
    analysis,
    error: analyze.error,
    correction: { isRunning: correction.isPending, error: correction.error },
    run,
    correct,
    cancel,
    clear: () => {
      cancel();
      photo.clear();
      tag.clear();
    },
  };
};
