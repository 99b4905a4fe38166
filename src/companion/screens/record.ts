// The recorder's page: start, watch, review, and save.

import { z } from 'zod';
import type { Recording } from '#marketplace/recording/recording.ts';
import { recordMessages as messages } from '../messages/record.ts';
import { inPlace } from '../messages/screens.ts';
import { patternOf, thisBrowser } from '../platform/browser.ts';
import { openLog } from '../platform/log.ts';
import { openMemory, type Pairing } from '../platform/memory.ts';
import { recordMs } from '../record/observed.ts';
import { createRecorder, type Recorder } from '../record/recorder.ts';
import { leftText } from './format.ts';
import { bar, button, question, takesFocus } from './parts.ts';
import { newReview, type Review, reviewView } from './review.ts';
import { draw, h, type View } from './view.ts';
import './options.css';
import './record.css';

type Step =
  | { kind: 'ready'; problem: string | null }
  | { kind: 'starting' }
  | { kind: 'recording'; recorder: Recorder; since: number; isDiscarding: boolean }
  | { kind: 'review'; review: Review };

z.config({ jitless: true });

const browser = thisBrowser();
const memory = openMemory(browser);
const log = openLog(browser.storage.local, Date.now);
const root = document.querySelector('#root') as HTMLElement;
const poshmark = 'https://poshmark.com';
let step: Step = { kind: 'ready', problem: null };
let pairing: Pairing | null = null;
let origin = poshmark;
let ticking: ReturnType<typeof setInterval> | undefined;

const go = (next: Step): void => {
  step = next;
  redraw();
};

async function start(): Promise<void> {
  // The first thing after the click: a browser shows its question only then.
  const asked = browser.permissions.request({ origins: [patternOf(origin)] }).catch(() => false);
  go({ kind: 'starting' });
  if (!(await asked)) return go({ kind: 'ready', problem: messages.denied });
  const recorder = createRecorder({ browser, origin, now: Date.now, onChange: redraw });
  const since = Date.now();
  await memory.write({ recording: { since, origin } });
  ticking = setInterval(() => (Date.now() - since >= recordMs ? void stop(recorder) : redraw()), 1000);
  go({ kind: 'recording', recorder, since, isDiscarding: false });
  await recorder.start();
}

async function stop(recorder: Recorder): Promise<void> {
  const recording = await end(recorder);
  await log.add({ at: Date.now(), kind: 'event', event: 'recorded' });
  go({ kind: 'review', review: newReview(recording) });
}

async function end(recorder: Recorder): Promise<Recording> {
  clearInterval(ticking);
  await memory.write({ recording: undefined });
  return recorder.stop();
}

async function discard(recorder: Recorder): Promise<void> {
  await end(recorder);
  go({ kind: 'ready', problem: null });
}

const place = (text: string): string => inPlace(text, origin);

const readyView = (problem: string | null, isStarting: boolean): View[] => [
  h('h1', { class: 'disp', ...takesFocus }, place(messages.heading)),
  h('p', { class: 'lead' }, place(messages.lead)),
  h(
    'section',
    { class: 'sec', 'aria-labelledby': 'steps' },
    h('h2', { id: 'steps', class: 'h-head' }, messages.stepsTitle),
    h('ol', { class: 'steps' }, ...messages.steps.map((text) => h('li', {}, place(text)))),
    h('p', { class: 'small mute' }, messages.stepsNote),
    problem !== null && h('p', { class: 'err', role: 'alert' }, place(problem)),
    button({
      name: 'start',
      text: isStarting ? place(messages.starting) : messages.start,
      look: 'pri',
      isBusy: isStarting,
      onclick: () => void start(),
    }),
  ),
];

const recordingView = ({ recorder, since, isDiscarding }: Extract<Step, { kind: 'recording' }>): View[] => [
  h('h1', { class: 'disp', ...takesFocus }, messages.recording, h('span', {}, ` ${place(messages.recordingSecond)}`)),
  h('p', { class: 'lead' }, messages.recordingNote),
  h(
    'div',
    { class: 'meter' },
    h(
      'p',
      {},
      h('span', { class: 'lab' }, messages.left),
      h('b', { class: 'clock' }, leftText(since + recordMs - Date.now())),
    ),
    h('p', { role: 'status' }, messages.seen(recorder.count())),
  ),
  isDiscarding
    ? question({
        text: messages.discardAsk,
        yes: messages.discardYes,
        no: messages.discardNo,
        onYes: () => void discard(recorder),
        onNo: () => go({ kind: 'recording', recorder, since, isDiscarding: false }),
      })
    : h(
        'div',
        { class: 'acts' },
        button({ text: messages.stop, look: 'ink', onclick: () => void stop(recorder) }),
        button({
          text: messages.discard,
          look: 'line',
          onclick: () => go({ kind: 'recording', recorder, since, isDiscarding: true }),
        }),
      ),
];

function content(): View[] {
  if (step.kind === 'ready') return readyView(step.problem, false);
  if (step.kind === 'starting') return readyView(null, true);
  if (step.kind === 'recording') return recordingView(step);
  return reviewView({
    review: step.review,
    pairing,
    place,
    redraw,
    onSent: () => void log.add({ at: Date.now(), kind: 'event', event: 'recording_sent' }),
    again: () => go({ kind: 'ready', problem: null }),
  });
}

function redraw(): void {
  const stamp = step.kind === 'recording' ? ({ kind: 'halt', text: 'Recording' } as const) : null;
  draw(root, [h('div', { class: 'wrap' }, bar(stamp), h('main', {}, ...content()))]);
}

// What was observed is gone with this page. The browser asks before it closes.
addEventListener('beforeunload', (event) => {
  if (step.kind === 'recording' || (step.kind === 'review' && !step.review.isKept)) event.preventDefault();
});
addEventListener('pagehide', () => void memory.write({ recording: undefined }));

void memory.read().then((known) => {
  pairing = known.pairing ?? null;
  origin = pairing?.marketplace ?? poshmark;
  redraw();
});
