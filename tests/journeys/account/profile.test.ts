import { describe, expect, it } from 'vitest';
import { madeUp } from '#tests/security/fuzz/requests.ts';
import { checksumsOf } from '#tests/security/fuzz/stored.ts';
import { failureOf, frontJourney } from '../front/front-world.ts';

const person = { firstName: 'Ada', lastName: 'Seller', password: 'correct horse' };
const world = frontJourney();

describe('the profile', () => {
  it('changes what is given and nothing else', async () => {
    const ada = await world.register({ phoneNumber: '555 0100' });
    const changed = await ada.account.changeProfile({
      body: { firstName: 'Adele', phoneNumber: null, username: 'adele' },
    });
    expect(changed).toEqual({ ...ada.user, firstName: 'Adele', phoneNumber: null, username: 'adele' });
    expect(await ada.account.me()).toEqual(changed);
  });

  const refused = ['id', 'createdAt', 'password', 'poshmarkPassword', 'guest', 'closet', 'role'];
  it.each(refused)('cannot set %s', async (field) => {
    const ada = await world.register();
    const reply = await ada.send({
      method: 'PATCH',
      path: '/api/user/profile',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: JSON.stringify({ firstName: 'Eve', [field]: 'x' }),
    });
    expect(reply.status).toBe(400);
    expect(await ada.account.me()).toEqual(ada.user);
  });

  it('requires the current password for a new address, and notifies the old one', async () => {
    const ada = await world.register();
    const move = (currentPassword?: string) =>
      ada.account.changeProfile({ body: { email: 'moved@example.com', currentPassword } });
    for (const given of [undefined, '', 'wrong']) {
      const failure = await failureOf(move(given));
      expect(failure).toMatchObject({
        status: 400,
        code: 'wrong_password',
        fields: { currentPassword: expect.any(String) },
      });
    }
    expect((await move(ada.password)).emailToConfirm).toBe('moved@example.com');
    expect(world.mails.at(-1)).toMatchObject({
      to: ada.email,
      subject: 'Your Hangtag email address is about to change',
    });
  });

  it('refuses an address that is taken', async () => {
    const [ada, eve] = [await world.register(), await world.register()];
    const failure = await failureOf(
      ada.account.changeProfile({ body: { email: eve.email, currentPassword: ada.password } }),
    );
    expect(failure).toMatchObject({ status: 409, code: 'email_taken' });
  });

  it('accepts a new password and signs out every browser except this one', async () => {
    const ada = await world.register();
    const phone = world.browser();
    await world.signIn(ada, phone);
    await ada.account.changeProfile({ body: { newPassword: 'brand new', currentPassword: ada.password } });
    expect(world.mails.at(-1)).toMatchObject({ to: ada.email, subject: 'Your Hangtag password was changed' });
    expect((await failureOf(phone.account.me())).status).toBe(401);
    await ada.account.me();
    await phone.account.login({ body: { email: ada.email, password: 'brand new' } });
  });

  it('stops guesses at the current password', async () => {
    const ada = await world.register();
    const guess = (currentPassword: string) =>
      failureOf(ada.account.changeProfile({ body: { newPassword: 'taken over', currentPassword } }));
    for (let n = 0; n < 10; n++) expect((await guess(`wrong ${n}`)).status).toBe(400);
    expect((await guess(ada.password)).status).toBe(429);
  });

  it('tells the bot about a move to another time zone, and about nothing else', async () => {
    const ada = await world.register({ timezone: 'Europe/Berlin' });
    world.calls.length = 0;
    await ada.account.changeProfile({ body: { timezone: 'Europe/Berlin' } });
    expect(world.calls).toEqual([]);
    await ada.account.changeProfile({ body: { timezone: 'America/New_York' } });
    expect(world.calls).toEqual(['moved']);
    const failure = await failureOf(ada.account.changeProfile({ body: { timezone: 'Nowhere' } }));
    expect(failure.fields).toEqual({ timezone: 'Choose a time zone' });
  });
});

describe('a name', () => {
  it.each([
    ['with a line end', 'Ada\nClick here', 'Use one line of plain text'],
    ['with a web address', 'Ada www.evil.example', 'Leave out web addresses'],
    ['with another', 'https://evil.example', 'Leave out web addresses'],
    ['with a domain', 'Win at evil.com', 'Leave out web addresses'],
    ['with a domain of a country', 'Win at evil.de', 'Leave out web addresses'],
    ['with a path', 'Win at evil.example/now', 'Leave out web addresses'],
    ['with an email address', 'Write to win@evil.example', 'Leave out web addresses'],
    ['with half of a character', 'Ada\ud800', 'Use plain text only'],
  ])('%s is refused', async (_, firstName, message) => {
    const ada = await world.register();
    for (const field of ['firstName', 'lastName', 'username'] as const) {
      const failure = await failureOf(ada.account.changeProfile({ body: { [field]: firstName } }));
      expect(failure.fields).toEqual({ [field]: message });
    }
  });

  it('of a person with dots and accents is fine', async () => {
    const ada = await world.register();
    for (const firstName of ['J.R. St.John', 'Ma.de Jesus', 'Fco.de la Cruz', 'Ana Sta.de Paula']) {
      const body = { firstName, lastName: 'O’Ünal-Smith M.de Vries', username: 'the.thrifty_one' };
      expect(await ada.account.changeProfile({ body })).toMatchObject(body);
    }
  });

  it('and a phone number are kept without the marks that nobody sees and that reverse text', async () => {
    const ada = await world.register({ email: '\u202ahidden.marks@example.com\u202c' });
    expect(ada.user.email).toBe('hidden.marks@example.com');
    const body = {
      firstName: '\u200bAda\u00a0\u202egnp\u2069',
      lastName: '\ufeffLove\u00adlace',
      phoneNumber: '\u202a+1\u00a0(212)\u00a0555‑０１３４\u202c',
    };
    expect(await ada.account.changeProfile({ body })).toMatchObject({
      ...{ firstName: 'Ada gnp', lastName: 'Lovelace', phoneNumber: '+1 (212) 555-0134' },
    });
    const failure = await failureOf(ada.account.changeProfile({ body: { firstName: '\u200b\u3164' } }));
    expect(failure.fields).toEqual({ firstName: 'First name is required' });
  });
});

describe('a change of the email address', () => {
  it('does not reveal without limit who has an account', async () => {
    const [ada, bo] = [await world.register(), await world.register()];
    const ask = () =>
      failureOf(ada.account.changeProfile({ body: { email: bo.email, currentPassword: ada.password } }));
    for (let n = 0; n < 5; n++) expect((await ask()).code).toBe('email_taken');
    expect((await ask()).code).toBe('too_many_requests');
  });
});

describe('changes of email addresses from one network', () => {
  it('do not reveal it either, with however many accounts', async () => {
    const bo = await world.register();
    const codes: string[] = [];
    for (let n = 0; n < 5; n++) {
      const browser = world.browser('10.77.0.1');
      await browser.account.register({ body: { ...person, email: `many${n}@example.com` } });
      // One network may register four a minute.
      await world.clock.advance(60_000);
      for (let tries = 0; tries < 5; tries++) {
        const body = { email: bo.email, currentPassword: person.password };
        codes.push((await failureOf(browser.account.changeProfile({ body }))).code);
      }
    }
    expect(codes.filter((code) => code === 'email_taken')).toHaveLength(20);
    expect(codes.slice(20)).toEqual(Array(5).fill('too_many_requests'));
  });
});

describe('requests that are made up from the contract', () => {
  // `npm run verify:security -- --fuzz 100000` sends many more, to every call of a running Hangtag.
  it('make no error of the server, and change nothing that belongs to another seller', async () => {
    let ada = await world.register();
    const bo = await world.register({ password: 'a secret of bo' });
    const before = await checksumsOf(world.database, bo.email);
    const known = { emails: [ada.email, bo.email], ids: ['1', '2', '3', bo.user.id], password: ada.password };
    const sent = Array.from({ length: 800 }, (_, n) => madeUp(20, n, known)).filter(
      ({ name, method, breaksOff }) => /^(account|activity|contact)\./.test(name) && method !== 'TRACE' && !breaksOff,
    );
    const statuses = new Set<number>();
    for (const [n, { method, path, headers, body, showsSession }] of sent.entries()) {
      const { origin: _, ...others } = headers;
      const own = { cookie: ada.cookie() ?? '', 'x-requested-with': 'XMLHttpRequest' };
      const init = { method, headers: { ...own, ...others }, ...(body && { body: Buffer.from(body) }) };
      const reply = await world.call(path, init, `10.9.0.${n % 250}`);
      const text = await reply.text();
      statuses.add(reply.status);
      expect(reply.status, `${method} ${path} ${String(body).slice(0, 300)}: ${text}`).toBeLessThan(500);
      if (reply.status === 401 && showsSession) ada = await world.register();
    }
    for (const status of [200, 400, 401, 404, 415]) expect(statuses).toContain(status);
    expect(await checksumsOf(world.database, bo.email)).toEqual(before);
  });
});
