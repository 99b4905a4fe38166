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

describe('changes of email addresses', () => {
  it('does not reveal without limit who has an account', async () => {
    const [ada, bo] = [await world.register(), await world.register()];
    const ask = () =>
      failureOf(ada.account.changeProfile({ body: { email: bo.email, currentPassword: ada.password } }));
    for (let n = 0; n < 5; n++) expect(await ask()).toMatchObject({ status: 409, code: 'email_taken' });
    expect((await ask()).code).toBe('too_many_requests');
  });

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

describe('the contact form', () => {
  const message = { name: 'Ada', email: 'ada@example.com', subject: 'A question', message: 'How do I begin with it?' };

  const rules: [string, Record<string, unknown>, string, string][] = [
    ['a name of one letter', { name: 'A' }, 'name', 'Name must be at least 2 characters'],
    ['no name', { name: undefined }, 'name', 'Name must be at least 2 characters'],
    ['a broken address', { email: 'ada' }, 'email', 'Please enter a valid email address'],
    [
      'a line end in the address',
      { email: 'ada@example.com\r\nBcc: all@example.com' },
      'email',
      'Please enter a valid email address',
    ],
    ['a subject of 4', { subject: 'Help' }, 'subject', 'Subject must be at least 5 characters'],
    ['a message of 9', { message: 'Too short' }, 'message', 'Message must be at least 10 characters'],
    ['a recipient', { to: 'else@example.com' }, 'to', 'There is no field "to" here'],
  ];
  it.each(rules)('refuses %s under its field', async (_, change, field, says) => {
    const reply = await world.post('/api/contact', { ...message, ...change });
    expect(reply.status).toBe(400);
    expect((await reply.json()).fields).toEqual({ [field]: says });
  });

  it('stores the message and mails it only to the operator, with a subject of one line', async () => {
    world.mails.length = 0;
    await world.browser().contact.send({ body: { ...message, subject: 'Hello\r\nBcc: all@example.com' } });
    expect(world.mails).toEqual([
      {
        to: 'operator@example.com',
        subject: 'Contact form: Hello Bcc: all@example.com',
        text: expect.stringContaining('How do I begin'),
        replyTo: 'ada@example.com',
      },
    ]);
    const { rows } = await world.database.query('select name, message from contact_messages');
    expect(rows).toContainEqual({ name: 'Ada', message: message.message });
  });

  it('stores the user of a signed-in writer, so that export and deletion include the message', async () => {
    const ada = await world.register();
    await ada.contact.send({ body: { ...message, message: 'This one is mine.' } });
    expect(await ada.account.export()).toMatchObject({ contact_messages: [{ message: 'This one is mine.' }] });
    await ada.account.remove({ body: { password: ada.password } });
    const { count } = await world.database.query(`select 1 from contact_messages where message like '%is mine%'`);
    expect(count).toBe(0);
  });

  it('keeps the newest 5,000 messages of visitors, and all of sellers', async () => {
    const ada = await world.register();
    await ada.contact.send({ body: { ...message, message: 'Of a seller, and the oldest.' } });
    await world.database.query('delete from contact_messages where user_id is null');
    await world.database.query(
      `insert into contact_messages (name, email, subject, message, created_at)
       select 'Grace', 'grace@example.com', 'Hello', 'Number ' || n, to_timestamp($1::double precision / 1000)
       from generate_series(1, 5000) n`,
      [world.clock.now()],
    );
    await world.browser().contact.send({ body: { ...message, message: 'One more of a visitor.' } });
    const { rows } = await world.database.query<{ message: string }>(
      'select message from contact_messages order by id',
    );
    const texts = rows.map((row) => row.message);
    expect(texts).toHaveLength(5_001);
    expect([...texts.slice(0, 2), texts.at(-1)]).toEqual([
      'Of a seller, and the oldest.',
      'Number 2',
      'One more of a visitor.',
    ]);
  });
});

describe('requests that are made up from the contract', () => {
  // `npm run verify:security -- --fuzz 100000` sends many more, to every call of a running Hangtag.
  it('make no error of the server, and change nothing that belongs to another seller', async () => {
    let ada = await world.register();
    const bo = await world.register({ password: 'a secret of bo' });
    const before = await checksumsOf(world.database, bo.email);
    const known = { emails: [ada.email, bo.email], ids: ['1', '2', '3', bo.user.id], password: ada.password };
    const sent = Array.from({ length: 400 }, (_, n) => madeUp(20, n, known)).filter(
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
