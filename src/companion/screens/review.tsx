// The review of a recording: every entry can be opened and left out before anything is saved or sent.

import type { Entry, Recording } from '#marketplace/recording/recording.ts';
import type { Pairing } from '../platform/memory.ts';
import { sendRecording } from '../worker/server.ts';
import { button, question, takesFocus } from './parts.tsx';

export type Review = {
  recording: Recording;
  /** The places of entries that the seller leaves out. */
  left: Set<number>;
  isSending: boolean;
  /** Saved or sent. */
  isKept: boolean;
  /** The seller is asked whether to discard a recording that isn't saved. */
  isLeaving: boolean;
  done: { text: string; isProblem: boolean; report?: string } | null;
};
type Shown = {
  review: Review;
  /** null: there is no server to send it to. */
  pairing: Pairing | null;
  named: (text: string) => string;
  redraw: () => void;
  again: () => void;
  onSent: () => void;
};

export const newReview = (recording: Recording): Review => ({
  recording,
  left: new Set(),
  isSending: false,
  // If nothing was recorded, nothing can be lost.
  isKept: recording.entries.length === 0,
  isLeaving: false,
  done: null,
});

const keptOf = ({ recording, left }: Review): Recording => ({
  ...recording,
  entries: recording.entries.filter((_, index) => !left.has(index)),
});

export function ReviewView(shown: Shown) {
  const { review, named, again } = shown;
  const { entries } = review.recording;
  if (entries.length === 0)
    return (
      <>
        <h1 class="disp" {...takesFocus}>
          Nothing was recorded.
        </h1>
        <p class="lead">{named('Click around in the Poshmark tab while you record.')}</p>
        <div class="acts">{button({ text: 'Record again', look: 'pri', onClick: again })}</div>
      </>
    );
  return (
    <>
      <h1 class="disp" {...takesFocus}>
        Look through it.<span> Then save it.</span>
      </h1>
      <p class="lead">
        {
          'Everything personal is replaced by placeholders such as <id:3>. Open an entry to see it. Uncheck what you want to leave out.'
        }
      </p>
      <SaveBar {...shown} />
      <Done {...shown} />
      <ol class="entries">
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place in the recording
          <EntryRow key={index} {...shown} entry={entry} index={index} />
        ))}
      </ol>
    </>
  );
}

function SaveBar(shown: Shown) {
  const { review, pairing, redraw, again } = shown;
  const all = review.recording.entries.length;
  const kept = all - review.left.size;
  const ask = (isLeaving: boolean) => () => {
    review.isLeaving = isLeaving;
    redraw();
  };
  if (review.isLeaving)
    return (
      <div class="save">
        {question({
          text: 'Record again? This recording isn’t saved, and you would lose it.',
          yes: 'Record again',
          no: 'Keep this one',
          onYes: again,
          onNo: ask(false),
        })}
      </div>
    );
  return (
    <div class="save">
      <p role="status">{kept === all ? `All ${all} entries` : `${kept} of ${all} entries`}</p>
      <div class="acts">
        {button({ text: 'Save as a file', look: 'pri', isBusy: kept === 0, onClick: () => save(shown) })}
        {pairing !== null &&
          button({
            name: 'send',
            text: review.isSending ? 'Sending…' : 'Send to my Hangtag',
            look: 'line',
            isBusy: kept === 0 || review.isSending,
            onClick: () => void send(shown, pairing),
          })}
        {button({ text: 'Record again', look: 'bare', onClick: review.isKept ? again : ask(true) })}
      </div>
    </div>
  );
}

/** Always on the page: a screen reader announces what appears in it, and the entries below stay open. */
const Done = ({ review: { done }, named }: Shown) => (
  <div>
    <div role="status">{done !== null && <p class={done.isProblem ? 'err' : 'done'}>{named(done.text)}</p>}</div>
    {done?.report !== undefined && (
      <details class="report">
        <summary>The whole comparison</summary>
        <Scrolled text={done.report} />
      </details>
    )}
  </div>
);

/** Takes the focus, so that the keyboard can scroll it. */
// biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls
const Scrolled = ({ text }: { text: string }) => <pre tabIndex={0}>{text}</pre>;

function EntryRow({ review, redraw, entry, index }: Shown & { entry: Entry; index: number }) {
  const isLeft = review.left.has(index);
  const change = (): void => {
    if (isLeft) review.left.delete(index);
    else review.left.add(index);
    redraw();
  };
  const keep = `Keep entry ${index + 1}`;
  return (
    <li class={isLeft ? 'left' : ''}>
      <label class="tickbox">
        <input type="checkbox" class="check" checked={!isLeft} aria-label={keep} onChange={change} />
      </label>
      <details>
        <summary>
          <span class="n">{index + 1}</span>
          <b>{entry.method}</b>
          <code>{entry.path}</code>
          <span class="status">{entry.page === undefined ? entry.status : `${entry.status} page`}</span>
        </summary>
        <Scrolled text={JSON.stringify(entry, null, 2)} />
      </details>
    </li>
  );
}

function save({ review, redraw }: Shown): void {
  const text = `${JSON.stringify(keptOf(review), null, 2)}\n`;
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'hangtag-recording.json';
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  review.done = {
    text: 'Saved as hangtag-recording.json. Compare it with: npm run hangtag -- drift hangtag-recording.json',
    isProblem: false,
  };
  review.isKept = true;
  redraw();
}

async function send({ review, redraw, onSent }: Shown, pairing: Pairing): Promise<void> {
  review.isSending = true;
  redraw();
  const reply = await sendRecording({ fetch }, pairing, keptOf(review));
  review.isSending = false;
  if (reply.kind === 'ok') {
    review.done = { text: comparedText(reply.value), isProblem: false, report: reply.value.report };
    review.isKept = true;
    onSent();
  } else {
    const text =
      reply.kind === 'refused'
        ? `Your Hangtag couldn’t compare it. ${reply.message}`.trim()
        : 'Can’t reach your Hangtag. You can still save the file.';
    review.done = { text, isProblem: true };
  }
  redraw();
}

const comparedText = (counts: { confirmed: number; different: number; notSeen: number }): string =>
  counts.different === 0
    ? `Poshmark works as your Hangtag expects: ${counts.confirmed} confirmed, ${counts.notSeen} not seen.`
    : `Poshmark has changed: ${counts.different} different, ${counts.confirmed} confirmed, ${counts.notSeen} not seen. Save the file and give it to your administrator.`;
