// The popup: what the companion does right now, and its switch.

import { answered, openQuestions, type Question } from '../allow/bounds.ts';
import { callMessages } from '../messages/log.ts';
import { inPlace, marketName, screenMessages as messages, type Situation } from '../messages/screens.ts';
import { patternOf, thisBrowser } from '../platform/browser.ts';
import { openLog } from '../platform/log.ts';
import { changeAsked, openMemory, type Pairing, type Remembered } from '../platform/memory.ts';
import { countText, whenText } from './format.ts';
import { bar, button, takesFocus } from './parts.ts';
import { type SituationName, situation, situationOf } from './situation.ts';
import { draw, h, type View } from './view.ts';
import './popup.css';

const browser = thisBrowser();
const memory = openMemory(browser);
const log = openLog(browser.storage.local, Date.now);
const root = document.querySelector('#root') as HTMLElement;

/** The seller answered the browser's question with no. */
let wasDenied = false;

const openTab = (url: string): void => {
  void browser.tabs.create({ url, active: true }).then(() => close());
};
const openPage = (page: string): void => openTab(browser.runtime.getURL(page));

const setPaused = async (isPaused: boolean): Promise<void> => {
  // The worker is notified and logs it, because a click beside the popup closes it at once.
  await memory.write({ isPaused: isPaused || undefined });
  void browser.runtime.sendMessage('wake');
};

const answer = async (question: Question, said: 'yes' | 'no'): Promise<void> => {
  await changeAsked(memory, (asked) => answered(asked, question, said));
  await log.add({ at: Date.now(), kind: 'event', event: said === 'yes' ? 'allowed' : 'denied' });
};

/** The question comes from the browser, which closes the popup in Firefox. The settings page stays open. */
const allowMarket = async ({ marketplace }: Pairing): Promise<void> => {
  wasDenied = !(await browser.permissions.request({ origins: [patternOf(marketplace)] }).catch(() => false));
  void browser.runtime.sendMessage('wake');
  await refresh();
};

function sentence({ first, second, note }: Situation, name: SituationName, known: Remembered): View {
  const market = known.pairing?.marketplace;
  const refusal = known.contact?.kind === 'refused' ? known.contact.message : '';
  return h(
    'div',
    { class: 'band' },
    h(
      'h1',
      { class: 'disp', ...takesFocus },
      `${inPlace(first, market)} `,
      second !== '' && h('span', {}, inPlace(second, market)),
    ),
    h('p', { class: 'small mute' }, name === 'refused' && refusal !== '' ? refusal : inPlace(note, market)),
    ...firstStep(name, known),
  );
}

/** The one thing to do now, if there is one. */
function firstStep(name: SituationName, { asked, pairing }: Remembered): View[] {
  if (pairing === undefined) {
    const text = name === 'revoked' ? messages.pairAgain : messages.pair;
    return [button({ text, look: 'pri', onclick: () => openPage('options.html#pair') })];
  }
  if (name === 'asks') return questionOf(openQuestions(asked, Date.now()));
  if (name === 'oldCompanion')
    return [button({ text: messages.getNew, look: 'pri', onclick: () => openTab(`${pairing.server}/companion`) })];
  if (name === 'signedOut' || name === 'humanCheck') {
    const text = inPlace(messages.openMarket, pairing.marketplace);
    return [button({ text, look: 'pri', onclick: () => void showMarket(pairing) })];
  }
  if (name === 'noPermission') {
    const text = messages.allow(new URL(pairing.marketplace).host);
    return [
      button({ text, look: 'pri', onclick: () => void allowMarket(pairing) }),
      ...(wasDenied ? [h('p', { class: 'err', role: 'alert' }, messages.denied)] : []),
    ];
  }
  return [];
}

function questionOf([question, ...others]: Question[]): View[] {
  if (question === undefined) return [];
  return [
    h(
      'div',
      { class: 'question' },
      h('p', {}, h('b', {}, messages.question(question))),
      h('p', { class: 'small' }, `${messages.why[question.because]} ${messages.yesOnce}`),
      h(
        'div',
        { class: 'acts' },
        button({ text: messages.no, look: 'ink', onclick: () => void answer(question, 'no') }),
        button({ text: messages.yes[question.call], look: 'line', onclick: () => void answer(question, 'yes') }),
      ),
      others.length > 0 && h('p', { class: 'small mute' }, messages.moreQuestions(others.length)),
    ),
  ];
}

async function showMarket({ marketplace }: Pairing): Promise<void> {
  const [tab] = await browser.tabs.query({ url: patternOf(marketplace) });
  if (tab?.id === undefined) return openTab(`${marketplace}/feed`);
  await browser.tabs.update(tab.id, { active: true });
  await browser.windows.update(tab.windowId, { focused: true });
  close();
}

/** What everything waits for. null while the companion works. */
function waitsFor(name: SituationName): 'paused' | 'hold' | 'you' | 'server' | null {
  if (name === 'paused') return 'paused';
  if (name === 'onHold') return 'hold';
  if (name === 'signedOut' || name === 'humanCheck' || name === 'noPermission' || name === 'oldCompanion') return 'you';
  return name === 'unreachable' || name === 'refused' || name === 'oldServer' ? 'server' : null;
}

/** Whether the server that counts the shares has answered just now. */
const isCurrent = (name: SituationName): boolean => waitsFor(name) !== 'server' && name !== 'oldCompanion';

function nextShare(name: SituationName, at: string | null): View {
  const waits = waitsFor(name);
  if (waits !== null) return h('span', { class: 'mute' }, messages.nextShareWaits[waits]);
  if (at === null) return h('span', { class: 'mute' }, messages.noNextShare);
  return h('b', { class: 'when' }, whenText(Date.parse(at), Date.now()));
}

function figures({ server }: Remembered, name: SituationName): View[] {
  if (server === undefined) return [];
  const used = Math.min(100, (server.sharesToday / server.dailyShareLimit) * 100);
  return [
    h(
      'dl',
      { class: 'figures' },
      h(
        'div',
        {},
        h('dt', { class: 'lab' }, isCurrent(name) ? messages.today : messages.lastKnown),
        h(
          'dd',
          {},
          h('b', { class: 'fig' }, countText(server.sharesToday)),
          ' ',
          h('span', { class: 'of' }, messages.ofLimit(countText(server.dailyShareLimit))),
          h(
            'span',
            { class: 'tape', 'aria-hidden': 'true' },
            h('span', { class: 'fill', style: `--v: ${used}` }),
            h('span', { class: 'cap' }),
          ),
        ),
      ),
      h('div', {}, h('dt', { class: 'lab' }, messages.nextShare), h('dd', {}, nextShare(name, server.nextShareAt))),
    ),
  ];
}

const contactNames = {
  connected: messages.connected,
  unreachable: messages.noConnection,
  refused: messages.refused,
  other_version: messages.otherVersion,
} as const;
type Row = { name: string; value: string; state: string };

function connections(known: Remembered, name: SituationName, mayUseMarket: boolean): View[] {
  const { attention, contact, doing, pairing } = known;
  if (pairing === undefined) return [];
  const toServer = contact === undefined ? messages.connecting : contactNames[contact.kind];
  const toMarket = !mayUseMarket ? messages.notAllowed : messages[attention?.kind ?? 'ready'];
  const market = marketName(pairing.marketplace);
  const waits = waitsFor(name);
  const isSharedHere = name === 'sharing' || name === 'waiting';
  const idle = waits !== null ? messages.idleWaits[waits] : isSharedHere ? messages.idle : messages.idleHere;
  const rows: Row[] = [
    { name: messages.yourHangtag, value: pairing.serverName, state: toServer },
    {
      name: market.charAt(0).toUpperCase() + market.slice(1),
      value: pairing.closet === null ? new URL(pairing.marketplace).host : `@${pairing.closet}`,
      state: toMarket,
    },
    { name: messages.now, value: doing === undefined ? idle : callMessages.doing(doing.call), state: '' },
  ];
  return [
    h(
      'dl',
      { class: 'rows', 'aria-label': messages.connections },
      ...rows.map((row) =>
        h(
          'div',
          {},
          h('dt', {}, row.name),
          h(
            'dd',
            {},
            h('span', {}, inPlace(row.value, pairing.marketplace)),
            row.state !== '' && h('small', {}, row.state),
          ),
        ),
      ),
    ),
  ];
}

/** In these situations, the next step is in Hangtag, not in this popup. */
const isForHangtag: ReadonlySet<SituationName> = new Set(['botPaused', 'stopped', 'onHold', 'serverWorks']);

/** The styles of Pause and Open Hangtag. Only one button is `ink`, and none if the popup shows a first step above them. */
function stylesOf(name: SituationName): ['ink' | 'line', 'ink' | 'line'] {
  if (name === 'asks') return ['line', 'line'];
  if (isForHangtag.has(name)) return ['line', 'ink'];
  return waitsFor(name) === 'you' ? ['line', 'line'] : ['ink', 'line'];
}

function actions({ isPaused, pairing }: Remembered, name: SituationName): View[] {
  if (pairing === undefined) return [];
  const [pauseStyle, openStyle] = stylesOf(name);
  return [
    h(
      'div',
      { class: 'acts' },
      isPaused
        ? button({ name: 'pause', text: messages.resume, look: 'pri', onclick: () => void setPaused(false) })
        : button({ name: 'pause', text: messages.pause, look: pauseStyle, onclick: () => void setPaused(true) }),
      button({ text: messages.open, look: openStyle, onclick: () => openTab(`${pairing.server}/dashboard`) }),
    ),
  ];
}

const links = (): View =>
  h(
    'nav',
    { class: 'links', 'aria-label': messages.more },
    button({ text: messages.log, look: 'bare', onclick: () => openPage('options.html#log') }),
    button({ text: messages.settings, look: 'bare', onclick: () => openPage('options.html') }),
    button({ text: messages.record, look: 'bare', onclick: () => openPage('record.html') }),
  );

async function refresh(): Promise<void> {
  const known = await memory.read();
  const market = known.pairing?.marketplace;
  const mayUseMarket = market !== undefined && (await browser.permissions.contains({ origins: [patternOf(market)] }));
  const name = situationOf(known, mayUseMarket, Date.now());
  const { stamp } = situation(name);
  const tones: Partial<Record<typeof stamp.kind, string>> = { mind: ' minded', halt: ' halted' };
  document.body.className = `popup${tones[stamp.kind] ?? ''}`;
  draw(root, [
    bar(stamp),
    h(
      'main',
      {},
      sentence(situation(name), name, known),
      ...figures(known, name),
      ...connections(known, name, mayUseMarket),
      ...actions(known, name),
    ),
    links(),
  ]);
}

memory.watch(() => void refresh());
void refresh();
// Opening the popup also starts the worker, if the browser has ended it.
void browser.runtime.sendMessage('wake');
