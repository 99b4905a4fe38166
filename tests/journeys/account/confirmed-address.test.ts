import { describe, expect, it, vi } from 'vitest';
import { codeInApp } from '#tests/journeys/account/authenticator-app.ts';
import { failureOf, frontJourney, frontWorld, type World } from '../front/front-world.ts';

const day = 86_400_000;
const world = frontJourney();

const lastTokenTo = (email: string): string => {
  const text = world.mails.findLast((mail) => mail.to === email && mail.text.includes('#confirm='))?.text ?? '';
  return /https:\/\/hangtag\.example\/auth#confirm=([\w-]{43})\n/.exec(text)?.[1] ?? '';
};
const confirm = (token: string) => world.browser().account.confirmEmail({ body: { token } });
const subjectsTo = (email: string) => world.mails.filter(({ to }) => to === email).map(({ subject }) => subject);

describe('a registered address', () => {
  it('gets a link without the name, and counts as confirmed once the link is used', async () => {
    const ada = await world.register({ firstName: 'Zebulon' });
    expect(ada.user.emailToConfirm).toBe(ada.email);
    expect(subjectsTo(ada.email)).toEqual(['Confirm your email address for Hangtag']);
    expect(JSON.stringify(world.mails)).not.toContain('Zebulon');
    const token = lastTokenTo(ada.email);
    const { rows } = await world.database.query<{ stored: string }>(
      'select c::text as stored from email_confirmations c where user_id = $1',
      [ada.user.id],
    );
    expect(rows[0]?.stored).not.toContain(token);
    await expect(ada.account.confirmEmail({ body: { token } })).resolves.toEqual({
      message: 'Your email address is confirmed.',
    });
    expect((await ada.account.me()).emailToConfirm).toBeNull();
    expect(await failureOf(confirm(token))).toMatchObject({ status: 400, code: 'invalid_token' });
    expect(await failureOf(ada.account.sendEmailLink())).toMatchObject({ status: 409, code: 'already_confirmed' });
    expect((await ada.account.securityLog()).map(({ what }) => what)).toContain('email_confirmed');
  });

  it('gets a new link on request, which replaces the old one and lasts for a day', async () => {
    const ada = await world.register();
    const first = lastTokenTo(ada.email);
    await ada.account.sendEmailLink();
    const second = lastTokenTo(ada.email);
    expect((await failureOf(confirm(first))).code).toBe('invalid_token');
    await world.clock.advance(day);
    expect((await failureOf(confirm(second))).code).toBe('invalid_token');
    await ada.account.sendEmailLink();
    await ada.account.confirmEmail({ body: { token: lastTokenTo(ada.email) } });
    expect((await ada.account.me()).emailToConfirm).toBeNull();
  });

  it('is mailed five times an hour at most, however often somebody registers it and deletes the account again', async () => {
    const email = `again-${world.mails.length}@example.com`;
    const body = { firstName: 'Eve', lastName: 'Seller', email, password: 'correct horse' };
    const links = () => subjectsTo(email).filter((subject) => subject.startsWith('Confirm')).length;
    for (let n = 0; n < 7; n++) {
      const eve = world.browser();
      await eve.account.register({ body });
      await eve.account.remove({ body: { password: body.password } });
    }
    expect(links()).toBe(5);
    const eve = world.browser();
    expect(await eve.account.register({ body })).toMatchObject({ emailToConfirm: email });
    expect(links()).toBe(5);
    // Its owner still gets a link on request.
    await eve.account.sendEmailLink();
    await eve.account.confirmEmail({ body: { token: lastTokenTo(email) } });
    expect((await eve.account.me()).emailToConfirm).toBeNull();
  });
});

describe('the first proof of an address', () => {
  /** Somebody with an authenticator app, recovery codes, and a passkey, who has not shown that the address is theirs. */
  const withSecondStep = async () => {
    const person = await world.register();
    const { key } = await person.account.startApp();
    await person.account.confirmApp({ body: { code: codeInApp(key, world.clock.now()) } });
    await world.database.query(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, user_agent, created_at, is_synced)
       values ($1, $2, '\\x00', 0, '{}', '', now(), false)`,
      [person.user.id, `key of ${person.user.id}`],
    );
    return person;
  };
  const reset = async (email: string) => {
    const token = (await world.account.makeResetLink(email))?.split('=')[1] ?? '';
    await world.resetPassword(token);
    return 'new password';
  };
  const signIn = (email: string, password: string) => world.browser().account.login({ body: { email, password } });

  it.each([
    ['a mailed link', (email: string) => confirm(lastTokenTo(email)).then(() => 'correct horse')],
    ['a reset', reset],
  ])('removes everything by which whoever registered it before could get in: %s', async (_, prove) => {
    const thief = await withSecondStep();
    const { id } = thief.user;
    world.calls.length = 0;
    const password = await prove(thief.email);
    expect((await failureOf(thief.account.me())).code).toBe('unauthenticated');
    expect(world.calls).toContain(`unpaired ${id}`);
    for (const table of ['passkeys', 'authenticator_apps', 'recovery_codes', 'known_browsers', 'sessions'])
      expect([table, (await world.database.query(`select 1 from ${table} where user_id = $1`, [id])).count]).toEqual([
        table,
        0,
      ]);
    // No second step is asked for.
    const owner = world.browser();
    await owner.account.login({ body: { email: thief.email, password } });
    expect((await owner.account.securityLog()).map(({ what }) => what)).toContain('second_factor_removed_by_proof');
    expect(subjectsTo(thief.email)).toContain('The second step of your Hangtag sign-in was turned off');
    expect((await owner.account.me()).emailToConfirm).toBeNull();
  });

  it('removes nothing if the link is opened where its seller is signed in, and no later proof does', async () => {
    const ada = await withSecondStep();
    await ada.account.confirmEmail({ body: { token: lastTokenTo(ada.email) } });
    expect(await ada.account.me()).toMatchObject({ emailToConfirm: null });
    expect((await failureOf(signIn(ada.email, ada.password))).code).toBe('second_step_required');
    const password = await reset(ada.email);
    expect((await failureOf(signIn(ada.email, password))).code).toBe('second_step_required');
  });

  it('is not needed to end the pairings of browsers with a new password', async () => {
    const ada = await world.register();
    world.calls.length = 0;
    await ada.account.changeProfile({ body: { newPassword: 'another horse', currentPassword: ada.password } });
    expect(world.calls).toEqual([`unpaired ${ada.user.id}`]);
    await reset(ada.email);
    expect(world.calls.slice(1)).toContain(`unpaired ${ada.user.id}`);
  });
});

describe('a new address', () => {
  const next = (name: string) => `${name}-${world.mails.length}@example.com`;
  const moving = async (name: string) => {
    const ada = await world.register();
    const to = next(name);
    const user = await ada.account.changeProfile({ body: { email: to, currentPassword: ada.password } });
    return { ada, to, user };
  };
  const signIn = (email: string, password = 'correct horse') =>
    world.browser().account.login({ body: { email, password } });

  it('replaces the old one once it is confirmed, and the old one gets mail about both', async () => {
    const { ada, to, user } = await moving('moved');
    expect(user).toMatchObject({ email: ada.email, emailToConfirm: to });
    await signIn(ada.email);
    expect((await failureOf(signIn(to))).code).toBe('invalid_credentials');
    await world.browser().account.forgotPassword({ body: { email: to } });
    await world.account.settled();
    expect(subjectsTo(to)).toEqual(['Confirm your email address for Hangtag']);
    await world.browser().account.forgotPassword({ body: { email: ada.email } });
    await world.account.settled();
    const reset = /#reset=([\w-]+)/.exec(world.mails.at(-1)?.text ?? '')?.[1] ?? '';
    await expect(confirm(lastTokenTo(to))).resolves.toEqual({ message: 'Your account now uses this email address.' });
    expect(await ada.account.me()).toMatchObject({ email: to, emailToConfirm: null });
    await signIn(to);
    expect((await failureOf(signIn(ada.email))).code).toBe('invalid_credentials');
    expect((await failureOf(world.resetPassword(reset))).code).toBe('invalid_token');
    const both = ['Your Hangtag email address is about to change', 'Your Hangtag email address was changed'];
    expect(subjectsTo(ada.email).filter((subject) => subject.startsWith('Your Hangtag email'))).toEqual(both);
    const pushed = world.pushed.filter(({ userId }) => userId === ada.user.id).map(({ title }) => title);
    expect(pushed.filter((title) => title.startsWith('Your Hangtag email'))).toEqual(both);
  });

  it.each<[string, (ada: Awaited<ReturnType<World['register']>>) => Promise<unknown>]>([
    ['the seller keeps the old one', (ada) => ada.account.keepEmail()],
    [
      'the password is changed',
      ({ account, password }) =>
        account.changeProfile({ body: { newPassword: 'brand new one', currentPassword: password } }),
    ],
    [
      'the password is reset',
      async (ada) => {
        const link = (await world.account.makeResetLink(ada.email)) ?? '';
        await world.resetPassword(link.split('=')[1] ?? '');
        await ada.account.login({ body: { email: ada.email, password: 'new password' } });
      },
    ],
  ])('is forgotten if %s', async (_, stop) => {
    const { ada, to } = await moving('stopped');
    await confirm(lastTokenTo(ada.email)).catch(() => {});
    await stop(ada);
    expect((await failureOf(confirm(lastTokenTo(to)))).code).toBe('invalid_token');
    expect((await ada.account.me()).email).toBe(ada.email);
  });

  it('ends reset links to the old one, even those that are asked for at the moment of its confirmation', async () => {
    const { ada, to } = await moving('racing');
    const links = (email: string) => subjectsTo(email).filter((subject) => subject === 'Reset your Hangtag password');
    let asked: Promise<unknown> = Promise.resolve();
    await world.database.transaction(async (tx) => {
      // What the confirmation does, which is about to be committed.
      await tx.query('update users set email = $2, confirmed_email = $2 where id = $1', [ada.user.id, to]);
      await tx.query('update password_resets set used = true where user_id = $1', [ada.user.id]);
      await world.browser().account.forgotPassword({ body: { email: ada.email } });
      asked = world.account.settled();
      await vi.waitFor(async () => {
        const { count } = await world.database.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        expect(count).toBe(1);
      }, 5_000);
    });
    await asked;
    expect(links(ada.email)).toEqual([]);
    const { count } = await world.database.query('select 1 from password_resets where user_id = $1 and not used', [
      ada.user.id,
    ]);
    expect(count).toBe(0);
  });

  it('that someone else took in the meantime is refused, and the link stays unused', async () => {
    const { ada, to } = await moving('contested');
    await world.browser().account.register({
      body: { firstName: 'Eve', lastName: 'Seller', email: to, password: 'correct horse' },
    });
    const [link] = world.mails.filter((mail) => mail.to === to);
    const token = /#confirm=([\w-]+)/.exec(link?.text ?? '')?.[1] ?? '';
    expect(await failureOf(confirm(token))).toMatchObject({ status: 409, code: 'email_taken' });
    expect(await ada.account.me()).toMatchObject({ email: ada.email, emailToConfirm: to });
  });

  it('is forgotten after a week, and nobody can write to one mailbox without end', async () => {
    const { ada, to } = await moving('forgotten');
    for (let n = 0; n < 4; n++) {
      const { account, password } = await world.register();
      await account.changeProfile({ body: { email: to, currentPassword: password } });
    }
    const { account, password } = await world.register();
    const failure = await failureOf(account.changeProfile({ body: { email: to, currentPassword: password } }));
    expect(failure.code).toBe('too_many_requests');
    await world.clock.advance(7 * day + 1);
    await world.account.sweepTokens();
    expect(await ada.account.me()).toMatchObject({ email: ada.email, emailToConfirm: ada.email });
  });
});

describe('a site without mail', () => {
  it('asks nobody to confirm anything, and changes addresses at once', async () => {
    const local = await frontWorld({ account: { sendsMail: false } });
    const ada = await local.register();
    expect(ada.user.emailToConfirm).toBeNull();
    const body = { email: 'moved@example.com', currentPassword: ada.password };
    expect(await ada.account.changeProfile({ body })).toMatchObject({ email: body.email, emailToConfirm: null });
    expect((await failureOf(ada.account.sendEmailLink())).code).toBe('already_confirmed');
    expect(local.mails).toEqual([]);
    // Nothing else tells the seller.
    expect(local.pushed).toMatchObject([{ userId: ada.user.id, title: 'Your Hangtag email address was changed' }]);
    await local.server.close();
    await local.drop();
  });
});
