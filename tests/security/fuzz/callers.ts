// The accounts that made-up requests come from, and two that nothing may happen to: one is watched, one asks for its status.
import type { Caller } from './requests.ts';
import { type Answer, cookieOf, type Send } from './send.ts';

const password = 'linen-and-wool-7';
export const known = { password, emails: [] as string[], ids: [] as string[] };

export type Person = { email: string; cookie: string; from: string };

/** Names that appear in a reply only if it tells about the watched seller. */
export const canary = { firstName: 'Quillandra', lastName: 'Vexhollow', phoneNumber: '+1 555 0199 4471' };

export function openPeople(send: Send) {
  let made = 0;
  /** Loopback addresses of their own, because failed sign-ins count by address, whatever the budgets are. */
  const newAddress = (): string =>
    `127.${3 + Math.floor(made / 60_000)}.${Math.floor(made / 250) % 250}.${1 + (made++ % 250)}`;

  type Asker = Pick<Person, 'cookie' | 'from'>;
  const ask = ({ cookie, from }: Asker, method: string, path: string, body?: unknown) =>
    send(
      {
        ...{ method, path },
        headers: { origin: 'https://hangtag.example', 'content-type': 'application/json', cookie },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      from,
    );
  const mustAsk = async (...asked: Parameters<typeof ask>) => {
    const first = await ask(...asked);
    // The connection may be one that the server closed after a broken request before it.
    const answer = first.kind === 'cut' ? await ask(...asked) : first;
    if (answer.kind !== 'answered' || answer.status >= 300)
      throw new Error(`${asked[1]} ${asked[2]} ended with ${answer.kind === 'answered' ? answer.text : answer.kind}`);
    return answer;
  };

  const register = async (more: object = {}): Promise<Person> => {
    const email = `seller${made}@example.com`;
    const from = newAddress();
    const body = { firstName: 'Ada', lastName: 'Seller', email, password, ...more };
    const answer = await mustAsk({ cookie: '', from }, 'POST', '/api/register', body);
    known.emails.push(email);
    return { email, cookie: cookieOf(answer), from };
  };
  const guest = async (): Promise<Person> => {
    const from = newAddress();
    return { email: '', from, cookie: cookieOf(await mustAsk({ cookie: '', from }, 'POST', '/api/demo', {})) };
  };
  const withCloset = async (more: object = {}): Promise<Person> => {
    const person = await register(more);
    await mustAsk(person, 'POST', '/api/poshmark/practice');
    await mustAsk(person, 'POST', '/api/listings/sync');
    return person;
  };
  const listingsOf = async (person: Person): Promise<{ id: string; price: number }[]> => {
    const answer = await mustAsk(person, 'GET', '/api/listings');
    return JSON.parse(answer.text.length < 100_000 ? answer.text : '[]') as { id: string; price: number }[];
  };

  return {
    ask,
    guest,
    register,
    withCloset,
    /** A seller with rows in many tables, who then does nothing. */
    async watched(): Promise<Person> {
      // With a password that no request contains.
      const person = await withCloset({ ...canary, password: 'tweed-and-velvet-3' });
      const [first, second] = await listingsOf(person);
      if (first === undefined || second === undefined) throw new Error('the watched closet is empty');
      await mustAsk(person, 'PATCH', `/api/listings/${first.id}`, { floorPrice: 5 });
      await mustAsk(person, 'PATCH', `/api/listings/${first.id}/price`, { price: first.price + 1 });
      const updates = [{ listingId: second.id, newPrice: second.price + 1 }];
      await mustAsk(person, 'POST', '/api/listings/bulk-price-update', { updates });
      await mustAsk(person, 'POST', `/api/listings/${first.id}/market-analysis`);
      await mustAsk(person, 'POST', '/api/user/recovery-codes').catch(() => {});
      await mustAsk(person, 'POST', '/api/user/companions/code');
      return person;
    },
    /** Sends with the session of a caller, and makes a new one after it has ended. */
    callers() {
      const present = new Map<string, Promise<Record<string, string>>>();
      const open = async (caller: Caller): Promise<Record<string, string>> => {
        if (caller === 'nobody') return {};
        if (caller === 'guest') return { cookie: (await guest()).cookie };
        const person = await withCloset();
        if (caller !== 'browser') return { cookie: person.cookie };
        const code = JSON.parse((await mustAsk(person, 'POST', '/api/user/companions/code')).text) as { code: string };
        const body = { protocol: 1, code: code.code, name: 'Chrome' };
        const paired = await mustAsk({ cookie: '', from: newAddress() }, 'POST', '/api/companion/pair', body);
        return { authorization: `Bearer ${(JSON.parse(paired.text) as { token: string }).token}` };
      };
      return {
        headersOf(caller: Caller, n: number): Promise<Record<string, string>> {
          const key = `${caller} ${n}`;
          const given = present.get(key) ?? open(caller);
          present.set(key, given);
          return given;
        },
        /** A reply of 401 means that a request has ended the session. */
        note(caller: Caller, n: number, { given, answer }: { given: Record<string, string>; answer: Answer }): void {
          if (answer.kind !== 'answered' || answer.status !== 401) return;
          const key = `${caller} ${n}`;
          void present.get(key)?.then((headers) => {
            if (headers === given) present.delete(key);
          });
        },
      };
    },
    newAddress,
    listingsOf,
  };
}
export type People = ReturnType<typeof openPeople>;
