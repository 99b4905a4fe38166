// The popup: what the companion does right now, and its switch.

import { fromDollars, inDollars } from '#domain/money.ts';
import { answered, openQuestions, type Question } from '../allow/bounds.ts';
import { readOpenPage } from '../carry/page-call.ts';
import { patternOf, thisBrowser } from '../platform/browser.ts';
import { openLog } from '../platform/log.ts';
import { changeAsked, openMemory, type Pairing, type Remembered } from '../platform/memory.ts';
import {
  allowText,
  capitalized,
  deniedText,
  inPlace,
  marketName,
  type Situation,
  type SituationName,
  situationOf,
  situations,
} from '../platform/situation.ts';
import { Bar, button, draw, takesFocus } from './parts.tsx';
import { callMessages, countText, whenText } from './texts.ts';
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

function Sentence({ situation: { first, second, note }, name, known }: Shown & { situation: Situation }) {
  const market = known.pairing?.marketplace;
  const refusal = known.contact?.kind === 'refused' ? known.contact.message : '';
  return (
    <div class="band">
      <h1 class="disp" {...takesFocus}>
        {`${inPlace(first, market)} `}
        {second !== '' && <span>{inPlace(second, market)}</span>}
      </h1>
      <p class="small mute">{name === 'refused' && refusal !== '' ? refusal : inPlace(note, market)}</p>
      <FirstStep name={name} known={known} />
    </div>
  );
}

type Shown = { name: SituationName; known: Remembered };

/** The one thing to do now, if there is one. */
function FirstStep({ name, known: { asked, pairing } }: Shown) {
  if (pairing === undefined) {
    const text = name === 'revoked' ? 'Pair again' : 'Pair this browser';
    const go = async () => openPage(`options.html#pair&${await readOpenPage(browser)}`);
    return button({ text, look: 'pri', onClick: () => void go() });
  }
  const { marketplace, server } = pairing;
  if (name === 'asks') return <Questions questions={openQuestions(asked, Date.now())} />;
  if (name === 'oldCompanion')
    return button({ text: 'Get the new version', look: 'pri', onClick: () => openTab(`${server}/companion`) });
  if (name === 'signedOut' || name === 'humanCheck') {
    const text = inPlace('Open Poshmark', marketplace);
    return button({ text, look: 'pri', onClick: () => void showMarket(pairing) });
  }
  if (name !== 'noPermission') return null;
  return (
    <>
      {button({ text: allowText(marketplace), look: 'pri', onClick: () => void allowMarket(pairing) })}
      {wasDenied && (
        <p class="err" role="alert">
          {deniedText}
        </p>
      )}
    </>
  );
}

const textOf = ({ call, title, price, to, currency }: Question): string => {
  const [was, becomes] = [price, to].map((dollars) => inDollars(fromDollars(dollars), currency));
  return call === 'update'
    ? `Change the price of “${title}” from ${was} to ${becomes}?`
    : `Send likers of “${title}” an offer of ${becomes}? It costs ${was}.`;
};
const reasons = {
  far_below: 'That’s less than half of what it cost at some time this week.',
  far_above: 'That’s more than three times what it cost at some time this week.',
  many: 'That’s more than usual. If you say yes, as many again go through without a question.',
};

function Questions({ questions: [question, ...others] }: { questions: Question[] }) {
  if (question === undefined) return null;
  const yes = question.call === 'update' ? 'Yes, change it' : 'Yes, send it';
  return (
    <div class="question">
      <p>
        <b>{textOf(question)}</b>
      </p>
      <p class="small">
        {reasons[question.because]}
        {question.because !== 'many' &&
          ' Your yes is for exactly this, once, within a day. If Hangtag isn’t waiting for it anymore, do it again there.'}
      </p>
      <div class="acts">
        {button({ text: 'No', look: 'ink', onClick: () => void answer(question, 'no') })}
        {button({ text: yes, look: 'line', onClick: () => void answer(question, 'yes') })}
      </div>
      {others.length > 0 && (
        <p class="small mute">
          {others.length === 1 ? 'One more question after this.' : `${others.length} more questions after this.`}
        </p>
      )}
    </div>
  );
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

/** Where the time that the server gave is not true anymore. */
const nextShareWaits = {
  paused: 'When you resume',
  hold: 'After the hold',
  you: 'When that’s done',
  server: 'Not known now',
};

function NextShare({ name, at }: { name: SituationName; at: string | null }) {
  const waits = waitsFor(name);
  if (waits !== null) return <span class="mute">{nextShareWaits[waits]}</span>;
  if (at === null) return <span class="mute">None planned</span>;
  return <b class="when">{whenText(Date.parse(at), Date.now())}</b>;
}

function Figures({ name, known: { server } }: Shown) {
  if (server === undefined) return null;
  const used = Math.min(100, (server.sharesToday / server.dailyShareLimit) * 100);
  // If the server that counts the shares hasn't answered just now, the count may be older.
  const isCurrent = waitsFor(name) !== 'server' && name !== 'oldCompanion';
  return (
    <dl class="figures">
      <div>
        <dt class="lab">{isCurrent ? 'Today' : 'Last known'}</dt>
        <dd>
          <b class="fig">{countText(server.sharesToday)}</b>{' '}
          <span class="of">of {countText(server.dailyShareLimit)} shares</span>
          <span class="tape" aria-hidden="true">
            <span class="fill" style={`--v: ${used}`} />
            <span class="cap" />
          </span>
        </dd>
      </div>
      <div>
        <dt class="lab">Next share</dt>
        <dd>
          <NextShare name={name} at={server.nextShareAt} />
        </dd>
      </div>
    </dl>
  );
}

const toServer = {
  connected: 'Connected',
  unreachable: 'No connection',
  refused: 'Refused',
  other_version: 'Other version',
};
const toMarket = { signed_out: 'Signed out', human_check: 'Human check' };
const nowWaits = { paused: 'Nothing', hold: 'Nothing', you: 'Waiting for you', server: 'Trying again' };

function Connections({ name, known, mayUseMarket }: Shown & { mayUseMarket: boolean }) {
  const { attention, contact, doing, pairing } = known;
  if (pairing === undefined) return null;
  const { closet, marketplace, serverName } = pairing;
  const waits = waitsFor(name);
  const isSharedHere = name === 'sharing' || name === 'waiting';
  const idle = waits !== null ? nowWaits[waits] : isSharedHere ? 'Waiting for the next share' : 'Nothing';
  const rows = [
    ['Your Hangtag', serverName, contact === undefined ? 'Connecting' : toServer[contact.kind]],
    [
      capitalized(marketName(marketplace)),
      closet === null ? new URL(marketplace).host : `@${closet}`,
      !mayUseMarket ? 'Not allowed yet' : attention === undefined ? 'Ready' : toMarket[attention.kind],
    ],
    ['Right now', doing === undefined ? idle : callMessages.doing(doing.call), ''],
  ] as const;
  return (
    <dl class="rows" aria-label="Connections">
      {rows.map(([what, value, state]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            <span>{inPlace(value, marketplace)}</span>
            {state !== '' && <small>{state}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** In these situations, the next step is in Hangtag, not in this popup. */
const isForHangtag: ReadonlySet<SituationName> = new Set(['botPaused', 'stopped', 'onHold', 'serverWorks']);

/** The styles of Pause and Open Hangtag. Only one button is `ink`, and none if the popup shows a first step above them. */
function stylesOf(name: SituationName): ['ink' | 'line', 'ink' | 'line'] {
  if (name === 'asks') return ['line', 'line'];
  if (isForHangtag.has(name)) return ['line', 'ink'];
  return waitsFor(name) === 'you' ? ['line', 'line'] : ['ink', 'line'];
}

function Actions({ name, known: { isPaused = false, pairing } }: Shown) {
  if (pairing === undefined) return null;
  const [pauseLook, openLook] = stylesOf(name);
  const [text, look] = isPaused ? (['Resume', 'pri'] as const) : (['Pause', pauseLook] as const);
  return (
    <div class="acts">
      {button({ name: 'pause', text, look, onClick: () => void setPaused(!isPaused) })}
      {button({ text: 'Open Hangtag', look: openLook, onClick: () => openTab(`${pairing.server}/dashboard`) })}
    </div>
  );
}

const Links = () => (
  <nav class="links" aria-label="More">
    {button({ text: 'Log', look: 'bare', onClick: () => openPage('options.html#log') })}
    {button({ text: 'Settings', look: 'bare', onClick: () => openPage('options.html') })}
    {button({ text: 'Record', look: 'bare', onClick: () => openPage('record.html') })}
  </nav>
);

async function refresh(): Promise<void> {
  const known = await memory.read();
  const market = known.pairing?.marketplace;
  const mayUseMarket = market !== undefined && (await browser.permissions.contains({ origins: [patternOf(market)] }));
  const name = situationOf(known, mayUseMarket, Date.now());
  const situation: Situation = situations[name];
  const { kind } = situation.stamp;
  document.body.className = `popup${kind === 'mind' ? ' minded' : kind === 'halt' ? ' halted' : ''}`;
  draw(
    root,
    <>
      <Bar stamp={situation.stamp} />
      <main>
        <Sentence situation={situation} name={name} known={known} />
        <Figures name={name} known={known} />
        <Connections name={name} known={known} mayUseMarket={mayUseMarket} />
        <Actions name={name} known={known} />
      </main>
      <Links />
    </>,
  );
}

memory.watch(() => void refresh());
void refresh();
// The page has a code by the time that the button is clicked.
void memory.read().then(({ pairing }) => (pairing ? '' : readOpenPage(browser)));
// Opening the popup also starts the worker, if the browser has ended it.
void browser.runtime.sendMessage('wake');
