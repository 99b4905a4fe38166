// The recorder's page: start, watch, review, and save.

import { z } from 'zod';
import type { Recording as Recorded } from '#marketplace/recording/recording.ts';
import { patternOf, thisBrowser } from '../platform/browser.ts';
import { openLog } from '../platform/log.ts';
import { openMemory, type Pairing } from '../platform/memory.ts';
import { inPlace } from '../platform/situation.ts';
import { createRecorder, type Recorder } from '../record/recorder.ts';
import { recordMs } from '../record/watching.ts';
import { Bar, button, draw, question, takesFocus } from './parts.tsx';
import { newReview, type Review, ReviewView } from './review.tsx';
import { leftText } from './texts.ts';
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
  if (!(await asked))
    return go({
      kind: 'ready',
      problem: 'Your browser didn’t allow the companion to watch Poshmark. Nothing was recorded.',
    });
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

async function end(recorder: Recorder): Promise<Recorded> {
  clearInterval(ticking);
  await memory.write({ recording: undefined });
  return recorder.stop();
}

async function discard(recorder: Recorder): Promise<void> {
  await end(recorder);
  go({ kind: 'ready', problem: null });
}

const named = (text: string): string => inPlace(text, origin);

const steps = [
  'Open your feed, and then the page for a new listing. Leave that page without saving.',
  'Open your closet and scroll to the end.',
  'Edit one listing, change its price by a dollar, and save it. Change it back later if you like.',
  'Share one listing to your followers.',
  'Open the likes of a listing. Open its offer to likers, look at the shipping choices, and close it.',
  'Search for something and show only sold listings.',
  'Open the list of your sales. Who bought something is left out whole.',
];

const Ready = ({ problem, isStarting }: { problem: string | null; isStarting: boolean }) => (
  <>
    <h1 class="disp" {...takesFocus}>
      {named('Record a visit to Poshmark')}
    </h1>
    <p class="lead">
      {named(
        'When Poshmark changes, Hangtag can’t know how. Ten minutes of your own clicks show it. The companion removes everything personal before you save anything.',
      )}
    </p>
    <section class="sec" aria-labelledby="steps">
      <h2 id="steps" class="h-head">
        What to click, at your usual pace
      </h2>
      <ol class="steps">
        {steps.map((text) => (
          <li key={text}>{named(text)}</li>
        ))}
      </ol>
      <p class="small mute">Skip what you don’t want to do.</p>
      {problem !== null && (
        <p class="err" role="alert">
          {named(problem)}
        </p>
      )}
      {button({
        name: 'start',
        text: isStarting ? named('Opening Poshmark…') : 'Record',
        look: 'pri',
        isBusy: isStarting,
        onClick: () => void start(),
      })}
    </section>
  </>
);

function Recording({ recorder, since, isDiscarding }: Extract<Step, { kind: 'recording' }>) {
  const seen = recorder.count();
  const askToDiscard = (wants: boolean) => () => go({ kind: 'recording', recorder, since, isDiscarding: wants });
  return (
    <>
      <h1 class="disp" {...takesFocus}>
        Recording.<span> {named('Click around in the Poshmark tab.')}</span>
      </h1>
      <p class="lead">Keep this tab open: it holds the recording. Come back to it to stop.</p>
      <div class="meter">
        <p>
          <span class="lab">Time left</span>
          <b class="clock">{leftText(since + recordMs - Date.now())}</b>
        </p>
        <p role="status">{seen === 1 ? '1 request seen' : `${seen} requests seen`}</p>
      </div>
      {isDiscarding ? (
        question({
          text: 'Discard this recording? You’ll lose everything in it.',
          yes: 'Discard it',
          no: 'Keep recording',
          onYes: () => void discard(recorder),
          onNo: askToDiscard(false),
        })
      ) : (
        <div class="acts">
          {button({ text: 'Stop', look: 'ink', onClick: () => void stop(recorder) })}
          {button({ text: 'Discard', look: 'line', onClick: askToDiscard(true) })}
        </div>
      )}
    </>
  );
}

function Content() {
  if (step.kind === 'ready') return <Ready problem={step.problem} isStarting={false} />;
  if (step.kind === 'starting') return <Ready problem={null} isStarting />;
  if (step.kind === 'recording') return <Recording {...step} />;
  return (
    <ReviewView
      review={step.review}
      pairing={pairing}
      named={named}
      redraw={redraw}
      onSent={() => void log.add({ at: Date.now(), kind: 'event', event: 'recording_sent' })}
      again={() => go({ kind: 'ready', problem: null })}
    />
  );
}

function redraw(): void {
  draw(
    root,
    <div class="wrap">
      <Bar stamp={step.kind === 'recording' ? { kind: 'halt', text: 'Recording' } : null} />
      <main>
        <Content />
      </main>
    </div>,
  );
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
