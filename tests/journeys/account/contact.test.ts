import { describe, expect, it } from 'vitest';
import { failureOf, frontJourney } from '../front/front-world.ts';

const world = frontJourney();

const minute = 60_000;

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

  it('accepts five messages an hour from one client', async () => {
    const own = world.browser();
    for (let n = 0; n < 5; n++) await own.contact.send({ body: message });
    expect((await failureOf(own.contact.send({ body: message }))).status).toBe(429);
    await world.clock.advance(60 * minute + 1000);
    await own.contact.send({ body: message });
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
