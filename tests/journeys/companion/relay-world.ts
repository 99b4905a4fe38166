// A server with a seller whose closet is carried by a paired browser, for tests of the relay.
import { companionProtocol } from '#contract/companion/extension.ts';
import type { CompanionState } from '#domain/companion.ts';
import type { Carried, CarriedRequest } from '#domain/ports/carrier.ts';
import type { Database } from '#domain/ports/database.ts';
import { openSignals } from '#server/adapters/database/signals.ts';
import { type CompanionView, createCompanion } from '#server/features/companion/companion.ts';
import { companionHttp } from '#server/features/companion/http.ts';
import { readPoll } from '#server/features/companion/store.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { addUser, freshDatabase, silentLog } from '#tests/database.ts';

const view: CompanionView = {
  serverName: 'hangtag.example',
  closet: 'thrifty_jo',
  marketplace: 'https://market.example',
  transport: 'browser',
  bot: 'sharing',
  pauseReason: null,
  isOnHold: false,
  nextShareAt: null,
  sharesToday: 3,
  dailyShareLimit: 100,
  wantsSession: false,
  renewsSession: false,
};
export const client = { address: '10.0.0.1', userAgent: 'Chrome', forwarded: false };
export const answered = { kind: 'answered', status: 200, path: '/share/1', headers: {}, body: '{}' } as const;
export const share = { method: 'PUT' as const, path: '/share/1', headers: {}, body: '{}', deadlineMs: 4_000 };

/** Several web processes and a worker with the companion feature on one real database, and a clock that the test moves. */
export async function openRelayWorld() {
  const test = await freshDatabase({ max: 20 });
  const { database } = test;
  const clock = manualClock(Date.parse('2026-05-04T09:00:00Z'), { settle: test.settled });
  const hold = { is: false };
  const callbacks = { awake: 0, ready: 0, recorded: [] as string[] };
  const opened: { close(): unknown }[] = [];
  /** One process. `beforeReply` is called when the reply to a poll is made. */
  const process = ({
    beforeReply = async () => {},
    database = test.database,
    onReadyAgain = async () => void callbacks.ready++,
  }: {
    beforeReply?: () => Promise<void>;
    database?: Database;
    onReadyAgain?: () => Promise<void>;
  } = {}) => {
    const signals = openSignals({ url: test.url, log: silentLog });
    const companion = createCompanion({
      database,
      clock,
      signals,
      record: async (_, __, { what }) => void callbacks.recorded.push(what),
      describe: async () => {
        await beforeReply();
        return view;
      },
      onPaired: async () => {},
      summarizeRecording: async () => null,
      isOnHold: () => hold.is,
      onAwake: async () => void callbacks.awake++,
      onReadyAgain,
    });
    opened.push(companion, signals);
    return { companion, http: companionHttp(companion), signals };
  };

  const one = process();
  const pair = async (userId: string, name = 'Chrome') => {
    const { code } = await one.companion.makeCode(userId);
    const { token } = await one.companion.pair({ code, name }, client);
    const caller = await one.companion.whichCompanion(token);
    if (caller === null) throw new Error('A browser that was just paired is unknown.');
    return { token, caller };
  };
  type Caller = Awaited<ReturnType<typeof pair>>['caller'];
  /** A poll that the test can hang up. */
  const poll = (
    { companion }: Pick<ReturnType<typeof process>, 'companion'>,
    caller: Caller,
    state: CompanionState = 'ready',
  ) => {
    const gone = new AbortController();
    return { reply: companion.next(caller, { state, version: '1' }, gone.signal), hangUp: () => gone.abort() };
  };
  /** This process has told the browser what its popup shows, so nothing but a change ends the next poll early. */
  const heard = async (caller: Caller): Promise<void> => {
    const { reply } = poll(one, caller);
    await clock.advance(1_000);
    await reply;
  };
  /** A seller with one paired browser. */
  const arrive = async () => {
    const userId = await addUser(database);
    return { userId, ...(await pair(userId)) };
  };
  /** A share that a worker sends through the seller's browser. */
  const carry = (userId: string, more: Partial<CarriedRequest> = {}): Promise<Carried> =>
    one.companion.carrierOf(userId).carry({ ...share, ...more });
  /** Resolves to whether anybody still waited for the answer. */
  const answer = (caller: Caller, request: { id: string } | null, outcome: Carried = answered): Promise<boolean> =>
    one.companion.answer(caller, request?.id ?? '', outcome);
  const pollOf = ({ id }: { id: string }): Promise<string | null> => readPoll(database, id);
  const rowsInFlight = async (): Promise<number> => (await database.query('select 1 from relayed_requests')).count;

  return {
    ...test,
    clock,
    callbacks,
    hold,
    process,
    one,
    addUser: () => addUser(database),
    pair,
    arrive,
    poll,
    heard,
    carry,
    answer,
    pollOf,
    rowsInFlight,
    protocol: companionProtocol,
    async close() {
      for (const each of opened) await each.close();
      await test.drop();
    },
  };
}
