// The companion's settings: pairing, the log, the session for the server, and what the companion may do.

import { z } from 'zod';
import { patternOf, thisBrowser } from '../platform/browser.ts';
import { type LogEntry, openLog } from '../platform/log.ts';
import { openMemory } from '../platform/memory.ts';
import { inPlace, situationOf, situations } from '../platform/situation.ts';
import { cookiePermission } from '../worker/server.ts';
import { newForm, PairedSection, PairingSection, PermissionSection } from './pairing.tsx';
import { Bar, button, draw, question, Section } from './parts.tsx';
import { type SessionForm, SessionSection } from './send-session.tsx';
import { dayText, logLine, preciseTime } from './texts.ts';
import './options.css';

z.config({ jitless: true });

const browser = thisBrowser();
const memory = openMemory(browser);
const log = openLog(browser.storage.local, Date.now);
const root = document.querySelector('#root') as HTMLElement;
const moveFocus = (next: string | undefined): void => {
  if (next !== undefined) document.querySelector<HTMLElement>(next)?.focus();
};
const extension = { browser, memory, log, redraw: (next?: string) => void refresh().then(() => moveFocus(next)) };
const form = newForm(navigator.userAgent, location.hash);
const session: SessionForm = { step: { kind: 'start' }, renewalProblem: null };
const firstLines = 40;
let shownLines = firstLines;
/** Asked whether the log should be cleared. */
let isClearing = false;

type InMarket = { market: string | undefined };

function LogSection({ entries, market }: InMarket & { entries: readonly LogEntry[] }) {
  const shown = entries.slice(0, shownLines);
  const days = Map.groupBy(shown, ({ at }) => dayText(at));
  const more = Math.min(entries.length - shown.length, 200);
  const showMore = () => {
    shownLines += 200;
    extension.redraw();
  };
  const lead = 'Every request of the last 7 days. This log stays in this browser.';
  return (
    <Section id="log" title="What it did" lead={lead} isNext>
      {entries.length === 0 && <p class="empty">Nothing yet.</p>}
      {[...days].map(([name, lines]) => (
        <div class="day" key={name}>
          <h3 class="lab">{name}</h3>
          <ol>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have nothing of their own that is unique
              <LogRow key={index} entry={line} market={market} />
            ))}
          </ol>
        </div>
      ))}
      {entries.length > 0 && (
        <div class="acts">
          {more > 0 && button({ name: 'more', text: `Show ${more} more`, look: 'line', onClick: showMore })}
          {!isClearing && button({ text: 'Clear the log', look: 'bare', onClick: askToClear(true) })}
        </div>
      )}
      {isClearing &&
        question({
          text: 'Clear the log? You can’t get it back.',
          yes: 'Clear it',
          no: 'Keep it',
          onYes: () => void clearLog(),
          onNo: askToClear(false),
        })}
    </Section>
  );
}

const askToClear = (wants: boolean) => () => {
  isClearing = wants;
  extension.redraw();
};

async function clearLog(): Promise<void> {
  isClearing = false;
  shownLines = firstLines;
  await log.clear();
  extension.redraw('#log-title');
}

function LogRow({ entry, market }: InMarket & { entry: LogEntry }) {
  const { text, detail, tone } = logLine(entry);
  return (
    <li class={tone}>
      <time dateTime={new Date(entry.at).toISOString()}>{preciseTime(entry.at)}</time>
      <p>
        {inPlace(text, market)}
        {detail !== null && <small> {inPlace(detail, market)}</small>}
      </p>
    </li>
  );
}

const may = [
  'Check who is signed in, and load your feed or the page for a new listing',
  'Read a closet, a listing, its likes, and its shipping discounts',
  'Search for comps',
  'Read what you sold, when, and for how much. Who bought it, and where it went, never leaves this browser',
  'Read which parties there are, and who shared your listings. Of those people, only ids and closet names leave this browser',
  'Share a listing, also to a party, and listings of people who shared yours',
  'Change the price of a listing, after checking that nothing else would change',
  'Send an offer to the people who like a listing',
  'Below half the price, or after 500 price changes or 200 offers in a day, only after you say yes here',
];
const mayNot = [
  'delete or create listings, or change anything else in them',
  'read your messages or payments',
  'buy, follow, or comment',
  'see other tabs or your history',
];
const items = (texts: readonly string[]) => texts.map((text) => <li key={text}>{text}</li>);

const MaySection = () => (
  <Section
    id="may"
    title="What it may do"
    lead="This list is built in. If your Hangtag asks for anything else, the companion refuses and logs it."
  >
    <ul class="list">{items(may)}</ul>
    <h3 class="h-head">It can’t</h3>
    <ul class="list not">{items(mayNot)}</ul>
  </Section>
);

const RecordSection = ({ market }: InMarket) => (
  <Section
    id="record"
    title={inPlace('Record a visit to Poshmark', market)}
    lead={inPlace(
      'If Poshmark changes, ten minutes of your own clicks show your Hangtag how. Everything personal is removed first.',
      market,
    )}
  >
    <a class="btn line" href="record.html">
      Open the recorder
    </a>
  </Section>
);

let isFirst = true;
async function refresh(): Promise<void> {
  const known = await memory.read();
  const { pairing } = known;
  const market = pairing?.marketplace;
  const has = (wanted: { origins?: string[]; permissions?: string[] }) => browser.permissions.contains(wanted);
  const [mayUseMarket, mayReadCookies, entries] = await Promise.all([
    market !== undefined && has({ origins: [patternOf(market)] }),
    has(cookiePermission),
    log.read(),
  ]);
  draw(
    root,
    <div class="wrap">
      <Bar stamp={situations[situationOf(known, mayUseMarket, Date.now())].stamp} />
      <main>
        <h1 class="sr">Hangtag companion</h1>
        {pairing === undefined ? (
          <PairingSection extension={extension} form={form} />
        ) : (
          <PairedSection extension={extension} form={form} pairing={pairing} />
        )}
        {pairing !== undefined && !mayUseMarket && (
          <PermissionSection extension={extension} form={form} pairing={pairing} />
        )}
        <LogSection entries={entries} market={market} />
        <SessionSection extension={extension} form={session} known={known} mayReadCookies={mayReadCookies} />
        <MaySection />
        <RecordSection market={market} />
      </main>
    </div>,
  );
  if (isFirst && location.hash.length > 1)
    document.getElementById(location.hash.slice(1).split('&', 1)[0] ?? '')?.scrollIntoView();
  isFirst = false;
}

memory.watch(() => void refresh());
void refresh();
void browser.runtime.sendMessage('wake');
