// What the companion remembers, and where: on disk (`local`) or until the browser is closed (`session`).

import type { z } from 'zod';
import type { CompanionNextReply, companionStates, RelayedRequest } from '#contract/companion/extension.ts';
import type { PriceMemory, Question, WriteCounts } from '../allow/bounds.ts';
import type { BrowserApi, StoredChange } from './browser.ts';

/** The server that this browser is paired with. Only the extension's own pages and worker can read it. */
export type Pairing = {
  server: string;
  token: string;
  serverName: string;
  closet: string | null;
  marketplace: string;
  name: string;
  pairedAt: number;
};

export type Relayed = z.output<typeof RelayedRequest>;
type ServerState = z.output<typeof CompanionNextReply>['state'];
export type CompanionState = (typeof companionStates)[number];

/** What needs the seller at the marketplace, since when. */
export type Attention = { kind: 'signed_out' | 'human_check'; since: number };

/** How the last call to the server ended. */
type Contact =
  | { kind: 'connected'; at: number }
  | { kind: 'unreachable'; at: number }
  | { kind: 'refused'; at: number; message: string }
  /** Which side is older. */
  | { kind: 'other_version'; at: number; older: 'server' | 'companion' };

/** A request that was claimed. It stays on disk until its answer was delivered. */
type Claim = { id: string; call: string; target: string | null; at: number };

type Doing = { call: string; target: string | null };

/** Why this browser is not paired anymore, if it once was. */
type Unpaired = { because: 'revoked' | 'by_seller'; server: string };

type Local = {
  pairing: Pairing;
  unpaired: Unpaired;
  isPaused: boolean;
  claim: Claim;
  attention: Attention;
  renewsSession: boolean;
  /** The last quiet renewal, so that an unusable session is not sent again and again. */
  renewedAt: number;
  /** What the companion asks the seller, and the answers. Changed by the worker and the popup, so only with `changeAsked`. */
  asked: Question[];
  /** Not forgotten with a pairing: a server can't get rid of it. */
  writes: WriteCounts;
};
type Session = {
  /** The claim whose request was certainly not sent yet. */
  unsent: string;
  contact: Contact;
  server: ServerState;
  doing: Doing;
  ownTab: number;
  lastCarriedAt: number;
  /** The tab of the recorder, while it records. */
  recording: { since: number; origin: string };
};
export type Remembered = Partial<Local & Session>;

type Key = keyof (Local & Session);

const localKeys: readonly (keyof Local)[] = [
  'pairing',
  'unpaired',
  'isPaused',
  'claim',
  'attention',
  'renewsSession',
  'renewedAt',
  'asked',
  'writes',
];
const isLocal = (key: Key): key is keyof Local => (localKeys as readonly string[]).includes(key);

export type Memory = {
  read(): Promise<Remembered>;
  /** `undefined` forgets a value. */
  write(change: { [K in Key]?: (Local & Session)[K] | undefined }): Promise<void>;
  /** Calls back after every change of what is remembered, no matter which page made it. */
  watch(onChange: () => void): void;
};

export function openMemory(browser: Pick<BrowserApi, 'storage'>): Memory {
  const { local, session, onChanged } = browser.storage;
  return {
    async read() {
      const sessionKeys = ['unsent', 'contact', 'server', 'doing', 'ownTab', 'lastCarriedAt', 'recording'];
      const [kept, passing] = await Promise.all([local.get([...localKeys]), session.get(sessionKeys)]);
      return { ...kept, ...passing };
    },
    async write(change) {
      for (const [area, isIts] of [
        [local, isLocal],
        [session, (key: Key) => !isLocal(key)],
      ] as const) {
        const own = Object.entries(change).filter(([key]) => isIts(key as Key));
        const kept = own.filter(([, value]) => value !== undefined);
        const gone = own.filter(([, value]) => value === undefined).map(([key]) => key);
        if (kept.length > 0) await area.set(Object.fromEntries(kept));
        if (gone.length > 0) await area.remove(gone);
      }
    },
    watch(onChange) {
      onChanged.addListener((changes: Record<string, StoredChange>) => {
        if (Object.keys(changes).length > 0) onChange();
      });
    },
  };
}

/** Over all pages and the worker: a question that is added while another is answered would undo the answer. */
export const changeAsked = (memory: Memory, change: (asked: Question[]) => Question[]): Promise<void> =>
  navigator.locks.request('asked', async () => {
    const { asked = [] } = await memory.read();
    const changed = change(asked);
    await memory.write({ asked: changed.length > 0 ? changed : undefined });
  });

/** Read only for a price change or an offer, because it may be large. Not forgotten with a pairing, either. */
const pricesKey = 'prices';
export const readPrices = async ({ storage: { local } }: Pick<BrowserApi, 'storage'>): Promise<PriceMemory> =>
  ((await local.get([pricesKey]))[pricesKey] as PriceMemory | undefined) ?? {};
export const writePrices = ({ storage: { local } }: Pick<BrowserApi, 'storage'>, prices: PriceMemory): Promise<void> =>
  local.set({ [pricesKey]: prices });

/**
 * Forgets the pairing and everything that concerns its server, including that the seller allowed it to get the session: the
 * next server has to be allowed again.
 */
export const forgetPairing = (memory: Memory, unpaired: Unpaired): Promise<void> =>
  memory.write({
    pairing: undefined,
    server: undefined,
    contact: undefined,
    attention: undefined,
    renewsSession: undefined,
    renewedAt: undefined,
    asked: undefined,
    unpaired,
  });
