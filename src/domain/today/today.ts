// What a seller has to do today: which tasks there are, which comes first, and how to say them. Facts that nobody gave are no task.

import type { PauseReason } from '../bot/bot.ts';
import { type MarketplaceName, startWith } from '../closet.ts';
import { type Cents, inWholeDollars } from '../money.ts';
import { counted } from '../text/counted.ts';
import { type Step, stepsLeft } from './first-steps.ts';

/** The most pressing first. */
export const todayKinds = [
  'needs_you',
  'reprice',
  'offers_ready',
  'drops_due',
  'stale',
  'cost_missing',
  'report_old',
  'checklist',
] as const;
export type TodayKind = (typeof todayKinds)[number];

export const mostTasks = 7;
/** For how many days a task may be put off. */
export const snoozeDays = { least: 1, most: 30 } as const;
/** A listing is quiet if for so long nobody has liked it and its price hasn't changed. */
export const quietDays = 60;
/** A report that was imported longer ago leaves sales out. */
const reportDays = 30;
/** How many listings a task names. */
export const mostListings = 500;

type TodayTask = {
  kind: TodayKind;
  title: string;
  detail: string;
  /** How many there are of what the title counts; 1 for a task that is one thing. */
  count: number;
  /** What it is worth, as far as that is known; null: it isn't. */
  amountCents: Cents | null;
  action: { label: string; href: string };
  listingIds: readonly string[];
};

/** What only the seller can do, so that the bot or the closet goes on. */
export type Need =
  | { kind: 'pause'; reason: PauseReason }
  /** The closet's sign-in waits for the code that the marketplace has sent. */
  | { kind: 'code' }
  /** A share is due, and no paired browser is open. */
  | { kind: 'browser' }
  | { kind: 'connection' };

export type TodayFacts = {
  marketplace: MarketplaceName;
  need: Need | null;
  /** Standing advice that is worth a change. Together, the prices would change by so much. */
  reprice: { listingIds: readonly string[]; changeCents: Cents };
  /** What offers to likers would go out now; null: the seller makes none. */
  offers: {
    /** Why none goes out; null: they go out after the next round. */
    wait: 'turned_off' | 'on_hold' | 'not_running' | 'gentle' | 'busy' | null;
    listingIds: readonly string[];
    /** What they leave together, as far as that is known, and of how many it isn't. */
    profitCents: Cents | null;
    withoutProfit: number;
    /** By their floor, or by a cost that isn't known. */
    heldBack: readonly string[];
  } | null;
  /** What plans still drop today, and by how much together; null: not all are in US dollars. */
  drops: { listingIds: readonly string[]; offCents: Cents | null };
  /** Listings for sale that are quiet, the longest first, and what they ask together; null: not all ask in US dollars. */
  quiet: { listingIds: readonly string[]; count: number; askingCents: Cents | null };
  salesWithoutCost: number;
  /** Full days since the last report was imported; null: none ever was. */
  reportAgeDays: number | null;
  steps: readonly Step[];
};

/** Without the kinds that the seller has put off. */
export const tasksOf = (facts: TodayFacts, snoozed: ReadonlySet<TodayKind>): TodayTask[] =>
  todayKinds
    .filter((kind) => !snoozed.has(kind))
    .flatMap((kind) => {
      const task = makers[kind](facts);
      return task === null ? [] : [{ kind, ...task }];
    })
    .slice(0, mostTasks);

type Maker = (facts: TodayFacts) => Omit<TodayTask, 'kind'> | null;

const makers: Record<TodayKind, Maker> = {
  needs_you: ({ need, marketplace }) => need && { ...one, ...needWords(need, marketplace) },

  reprice: ({ reprice: { listingIds, changeCents } }) =>
    listingIds.length === 0
      ? null
      : {
          title: `${counted(listingIds.length, 'listing')} worth repricing`,
          detail: changeCents === 0 ? 'About the same in all.' : `About ${signed(changeCents, '+')} in all.`,
          count: listingIds.length,
          amountCents: changeCents,
          action: { label: 'Review prices', href: '/dashboard#optimizer' },
          listingIds,
        },

  offers_ready: ({ offers }) => offers && offersTask(offers),

  drops_due: ({ drops: { listingIds, offCents } }) =>
    listingIds.length === 0
      ? null
      : {
          title: `${counted(listingIds.length, 'price drop')} today`,
          detail: offCents === null ? 'By your plans.' : `By ${inWholeDollars(offCents)} in all.`,
          count: listingIds.length,
          amountCents: offCents === null ? null : -offCents,
          action: { label: 'See the drops', href: '/selling/drops' },
          listingIds: listingIds.slice(0, mostListings),
        },

  stale: ({ quiet: { listingIds, count, askingCents } }) =>
    count === 0
      ? null
      : {
          title: `${counted(count, 'listing')} gone quiet`,
          detail: `No like and no new price for ${quietDays} days.${askingCents === null ? '' : ` You ask ${inWholeDollars(askingCents)}${count === 1 ? '' : ' for them'}.`}`,
          count,
          amountCents: askingCents,
          action: {
            label: count === 1 ? 'Look at it' : 'Look at them',
            href: `/market-analysis?view=table&quiet=${quietDays}`,
          },
          listingIds: listingIds.slice(0, mostListings),
        },

  cost_missing: ({ salesWithoutCost: sales }) =>
    sales === 0
      ? null
      : {
          ...one,
          title: `${counted(sales, 'sale')} without a cost`,
          detail: `Until you add ${sales === 1 ? 'it' : 'them'}, ${sales === 1 ? 'its' : 'their'} profit isn’t known.`,
          count: sales,
          action: { label: sales === 1 ? 'Add the cost' : 'Add costs', href: '/sales?withoutCost=true' },
        },

  report_old: ({ reportAgeDays: days }) =>
    days === null || days <= reportDays
      ? null
      : {
          ...one,
          title: `Your last report is ${counted(days, 'day')} old`,
          detail: 'Sales since then may be missing from your numbers.',
          action: { label: 'Import a report', href: '/sales?import=sales' },
        },

  checklist: ({ steps }) => {
    const left = stepsLeft(steps);
    const [next] = left;
    return (
      (next && {
        ...one,
        title: `${counted(left.length, 'first step')} left`,
        detail: `Next: ${next.text}`,
        count: left.length,
        action: next.action,
      }) ??
      null
    );
  },
};

/** Nothing for the seller to do about offers that wait for an operator, a week of slow mode, or their own sending. */
const resting: readonly unknown[] = ['on_hold', 'gentle', 'busy'];

function offersTask(given: NonNullable<TodayFacts['offers']>): Omit<TodayTask, 'kind'> | null {
  const { wait, listingIds, profitCents, withoutProfit, heldBack } = given;
  const held = heldBack.length;
  if (resting.includes(wait) || listingIds.length + held === 0) return null;
  if (listingIds.length === 0)
    return {
      title: `${counted(held, 'offer')} held back`,
      detail: `${held === 1 ? 'It' : 'Each'} would leave less than you asked for, or the cost isn’t known.`,
      count: held,
      amountCents: null,
      action: { label: 'See why', href: '/selling' },
      listingIds: heldBack.slice(0, mostListings),
    };
  const unknown =
    withoutProfit === 0 ? '' : ` ${counted(withoutProfit, 'cost')} ${withoutProfit === 1 ? 'isn’t' : 'aren’t'} known.`;
  const details = [
    profitCents === null
      ? 'What they leave isn’t known without their costs.'
      : `About ${signed(profitCents)} after cost.${unknown}`,
    held === 0 ? '' : `${held.toLocaleString('en-US')} more ${held === 1 ? 'is' : 'are'} held back.`,
    wait === 'turned_off' ? 'Offers are off.' : wait === 'not_running' ? 'They go out while the bot runs.' : '',
  ];
  return {
    title: `${counted(listingIds.length, 'offer')} ready`,
    detail: details.filter((part) => part !== '').join(' '),
    count: listingIds.length,
    amountCents: profitCents,
    action: wait === 'not_running' ? toBot('Go to Start Bot') : { label: 'See the offers', href: '/selling' },
    listingIds: listingIds.slice(0, mostListings),
  };
}

/** A task that is about no listing, and whose worth isn't known. */
const one = { count: 1, amountCents: null, listingIds: [] } as const;

/** −$12 for a loss. */
const signed = (cents: Cents, plus = ''): string => `${cents < 0 ? '−' : plus}${inWholeDollars(Math.abs(cents))}`;

type Words = Pick<TodayTask, 'title' | 'detail' | 'action'>;
const toBot = (label: string) => ({ label, href: '/dashboard#bot-title' });
const toCloset = (label: string) => ({ label, href: '/dashboard#marketplace' });

function needWords(need: Need, marketplace: MarketplaceName): Words {
  const name = startWith(marketplace);
  switch (need.kind) {
    case 'code':
      return {
        title: `${name} sent you a code`,
        detail: 'Enter it to connect your closet.',
        action: toCloset('Enter the code'),
      };
    case 'connection':
      return {
        title: 'Your closet needs you',
        detail: `Hangtag can’t sign in to ${marketplace}.`,
        action: toCloset('Reconnect'),
      };
    case 'browser':
      return {
        title: 'Sharing waits for your browser',
        detail: 'Open the one that shares for you.',
        action: toBot('See why'),
      };
    case 'pause':
      return { ...pauseWords(need.reason, name), action: toBot('See the steps') };
  }
}

const pauseTitles: Partial<Record<PauseReason, string>> = {
  human_check: 'wants to verify you’re human',
  code_required: 'needs a one-time code',
  credentials_rejected: 'rejected your sign-in',
  session_expired: 'signed you out',
  account_blocked: 'suspended your account',
};

function pauseWords(reason: PauseReason, name: string): Pick<Words, 'title' | 'detail'> {
  const title = pauseTitles[reason];
  return title === undefined
    ? { title: 'Your bot is paused and needs you', detail: 'The steps say what to do.' }
    : { title: `${name} ${title}`, detail: 'Sharing is paused until you act.' };
}
