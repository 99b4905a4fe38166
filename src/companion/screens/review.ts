// The review of a recording: every entry can be opened and left out before anything is saved or sent.

import type { Entry, Recording } from '#marketplace/recording/recording.ts';
import { recordMessages as messages } from '../messages/record.ts';
import type { Pairing } from '../platform/memory.ts';
import { sendRecording } from '../worker/server.ts';
import { button, question, takesFocus } from './parts.ts';
import { h, type View } from './view.ts';

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
  place: (text: string) => string;
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

export function reviewView(shown: Shown): View[] {
  const { review, place, again } = shown;
  const { entries } = review.recording;
  if (entries.length === 0)
    return [
      h('h1', { class: 'disp', ...takesFocus }, messages.nothingHeading),
      h('p', { class: 'lead' }, place(messages.nothing)),
      h('div', { class: 'acts' }, button({ text: messages.again, look: 'pri', onclick: again })),
    ];
  return [
    h('h1', { class: 'disp', ...takesFocus }, messages.reviewHeading, h('span', {}, ` ${messages.reviewSecond}`)),
    h('p', { class: 'lead' }, messages.reviewLead),
    saveBar(shown),
    doneView(shown),
    h('ol', { class: 'entries' }, ...entries.map((entry, index) => entryRow(shown, entry, index))),
  ];
}

function saveBar(shown: Shown): View {
  const { review, pairing, redraw, again } = shown;
  const all = review.recording.entries.length;
  const kept = all - review.left.size;
  const sendText = review.isSending ? messages.sending : messages.send;
  const isBusy = kept === 0 || review.isSending;
  const ask = (isLeaving: boolean) => () => {
    review.isLeaving = isLeaving;
    redraw();
  };
  if (review.isLeaving) {
    const { againAsk: text, againYes: yes, againNo: no } = messages;
    return h('div', { class: 'save' }, question({ text, yes, no, onYes: again, onNo: ask(false) }));
  }
  return h(
    'div',
    { class: 'save' },
    h('p', { role: 'status' }, messages.kept(kept, all)),
    h(
      'div',
      { class: 'acts' },
      button({ text: messages.save, look: 'pri', isBusy: kept === 0, onclick: () => save(shown) }),
      pairing !== null &&
        button({ name: 'send', text: sendText, look: 'line', isBusy, onclick: () => void send(shown, pairing) }),
      button({ text: messages.again, look: 'bare', onclick: review.isKept ? again : ask(true) }),
    ),
  );
}

/** Always on the page: a screen reader announces what appears in it, and the entries below stay open. */
const doneView = ({ review: { done }, place }: Shown): View =>
  h(
    'div',
    {},
    h('div', { role: 'status' }, done !== null && h('p', { class: done.isProblem ? 'err' : 'done' }, place(done.text))),
    done?.report !== undefined &&
      h('details', { class: 'report' }, h('summary', {}, messages.report), h('pre', { tabindex: '0' }, done.report)),
  );

function entryRow({ review, redraw }: Shown, entry: Entry, index: number): View {
  const isLeft = review.left.has(index);
  const change = (): void => {
    if (isLeft) review.left.delete(index);
    else review.left.add(index);
    redraw();
  };
  return h(
    'li',
    { class: isLeft ? 'left' : '' },
    h(
      'label',
      { class: 'tickbox' },
      h('input', {
        type: 'checkbox',
        class: 'check',
        checked: !isLeft,
        'aria-label': messages.keep(index + 1),
        onchange: change,
      }),
    ),
    h(
      'details',
      {},
      h(
        'summary',
        {},
        h('span', { class: 'n' }, index + 1),
        h('b', {}, entry.method),
        h('code', {}, entry.path),
        h('span', { class: 'status' }, entry.page === undefined ? entry.status : `${entry.status} ${messages.page}`),
      ),
      h('pre', { tabindex: '0' }, JSON.stringify(entry, null, 2)),
    ),
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
  review.done = { text: messages.saved, isProblem: false };
  review.isKept = true;
  redraw();
}

async function send({ review, redraw, onSent }: Shown, pairing: Pairing): Promise<void> {
  review.isSending = true;
  redraw();
  const reply = await sendRecording({ fetch: (...call) => fetch(...call) }, pairing, keptOf(review));
  review.isSending = false;
  if (reply.kind === 'ok') {
    review.done = { text: messages.compared(reply.value), isProblem: false, report: reply.value.report };
    review.isKept = true;
    onSent();
  } else if (reply.kind === 'refused') review.done = { text: messages.sendFailed(reply.message), isProblem: true };
  else review.done = { text: messages.sendUnreachable, isProblem: true };
  redraw();
}
