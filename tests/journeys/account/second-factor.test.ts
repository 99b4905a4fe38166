import { describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { codeInApp } from '#tests/journeys/account/authenticator-app.ts';
import { failureOf, frontJourney, type World } from '../front/front-world.ts';

const world = frontJourney();

const minute = 60_000;
type Person = Awaited<ReturnType<World['register']>>;
const codeOf = (key: string, stepsFromNow = 0) => codeInApp(key, world.clock.now(), stepsFromNow);

/** A seller with an authenticator app. Each code works once, so time moves to the next one. */
const withApp = async () => {
  const ada = await world.register();
  const { key, uri } = await ada.account.startApp();
  const turnedOn = await ada.account.confirmApp({ body: { code: codeOf(key) } });
  await world.clock.advance(minute);
  return { ...ada, key, uri, turnedOn, codes: turnedOn.recoveryCodes ?? [], now: () => codeOf(key) };
};
const signIn = (ada: Pick<Person, 'email' | 'password'>, code?: string, from = world.browser()) =>
  from.account.login({ body: { email: ada.email, password: ada.password, ...(code !== undefined && { code }) } });

describe('an authenticator app', () => {
  it('is asked for only after one of its codes was typed', async () => {
    const ada = await world.register();
    const { key } = await ada.account.startApp();
    await signIn(ada);
    const wrong = await failureOf(ada.account.confirmApp({ body: { code: '000000' } }));
    expect(wrong).toMatchObject({ status: 400, code: 'wrong_code' });
    await signIn(ada);
    const { secondFactor, recoveryCodes } = await ada.account.confirmApp({ body: { code: codeOf(key) } });
    expect(secondFactor).toMatchObject({ appSince: expect.any(String), recoveryCodes: { left: 10, of: 10 } });
    expect(recoveryCodes).toHaveLength(10);
    expect(await failureOf(signIn(ada))).toMatchObject({ status: 401, code: 'second_step_required' });
    // The code that turned it on was used with that.
    expect(await failureOf(signIn(ada, codeOf(key)))).toMatchObject({ code: 'wrong_code' });
  });

  it('asks for the second step only after the right password', async () => {
    const ada = await withApp();
    const asked = await failureOf(signIn(ada));
    expect(asked).toMatchObject({ code: 'second_step_required', fields: { code: expect.any(String) } });
    const guess = { email: ada.email, password: 'wrong horse' };
    expect(await failureOf(signIn(guess, ada.now()))).toMatchObject({ code: 'invalid_credentials', fields: {} });
    const own = world.browser();
    await signIn(ada, `Hangtag: ${ada.now().slice(0, 3)}\u00a0${ada.now().slice(3)}\u200e`, own);
    await expect(own.account.me()).resolves.toMatchObject({ email: ada.email });
  });

  it('takes each code once, however many try it at the same time', async () => {
    const ada = await withApp();
    const code = ada.now();
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => signIn(ada, code)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await failureOf(signIn(ada, code))).toMatchObject({ code: 'wrong_code' });
    // An older code that was never used is refused after a newer one.
    expect(await failureOf(signIn(ada, codeOf(ada.key, -1)))).toMatchObject({ code: 'wrong_code' });
    await world.clock.advance(minute);
    await signIn(ada, ada.now());
  });

  it('is limited to ten wrong codes for an account in a quarter of an hour, from wherever they come', async () => {
    const ada = await withApp();
    const codes = await Promise.all(
      Array.from({ length: 14 }, (_, n) => failureOf(signIn(ada, String(n).padStart(6, '9')))),
    );
    expect(codes.filter(({ code }) => code === 'wrong_code')).toHaveLength(10);
    expect(codes.filter(({ status }) => status === 429)).toHaveLength(4);
    expect((await failureOf(signIn(ada, ada.now()))).status).toBe(429);
    await world.clock.advance(15 * minute + 1000);
    await signIn(ada, ada.now());
    const refused = (await ada.account.securityLog()).filter(({ what }) => what === 'code_refused');
    expect(refused).toHaveLength(10);
  });

  it('is not limited for a browser of the seller by the wrong codes of a thief elsewhere, but by its own', async () => {
    const ada = await withApp();
    for (let n = 0; n < 12; n++) await failureOf(signIn(ada, '999999'));
    expect((await failureOf(signIn(ada, ada.now()))).status).toBe(429);
    await signIn(ada, ada.now(), ada);
    for (let n = 0; n < 10; n++) await failureOf(signIn(ada, '999999', ada));
    await world.clock.advance(minute);
    expect((await failureOf(signIn(ada, ada.now(), ada))).status).toBe(429);
  });

  it('takes a browser that only the thief signed in with for a thief’s', async () => {
    const ada = await world.register();
    const thief = world.browser();
    await signIn(ada, undefined, thief);
    const { key } = await ada.account.startApp();
    await ada.account.confirmApp({ body: { code: codeOf(key) } });
    await world.clock.advance(minute);
    for (let n = 0; n < 12; n++) await failureOf(signIn(ada, '999999'));
    expect((await failureOf(signIn(ada, codeOf(key), thief))).status).toBe(429);
    await signIn(ada, codeOf(key), ada);
  });

  it('counts a wrong code like a wrong password', async () => {
    const ada = await withApp();
    const guesser = world.browser();
    for (let n = 0; n < 5; n++) await failureOf(signIn({ ...ada, password: 'wrong horse' }, undefined, guesser));
    for (let n = 0; n < 5; n++) await failureOf(signIn(ada, '999999', guesser));
    expect((await failureOf(signIn(ada, undefined, guesser))).status).toBe(429);
  });

  it('is kept sealed, with neither its key nor any code in the export, and gone with the account', async () => {
    const ada = await withApp();
    const { rows } = await world.database.query<{ secret: string }>(
      'select secret from authenticator_apps where user_id = $1',
      [ada.user.id],
    );
    expect(rows[0]?.secret).toMatch(/^v1\./);
    const { rows: hashes } = await world.database.query<{ code_hash: string }>(
      'select code_hash from recovery_codes where user_id = $1',
      [ada.user.id],
    );
    const everything = JSON.stringify(await ada.account.export());
    expect(JSON.parse(everything).authenticator_apps).toHaveLength(1);
    expect(JSON.parse(everything).recovery_codes).toHaveLength(10);
    const secrets = [ada.key, rows[0]?.secret ?? '', ...ada.codes, ...hashes.map(({ code_hash }) => code_hash)];
    for (const secret of secrets) expect(everything).not.toContain(secret);
    await ada.account.remove({ body: { password: ada.password } });
    for (const table of ['authenticator_apps', 'recovery_codes', 'known_browsers', 'data_keys']) {
      const left = await world.database.query(`select 1 from ${table} where user_id = $1`, [ada.user.id]);
      expect(left.count, table).toBe(0);
    }
  });

  it('is turned off by its seller, and then the recovery codes are void and nothing is asked for', async () => {
    world.mails.length = 0;
    const ada = await withApp();
    expect(world.mails).toMatchObject([
      { to: ada.email, subject: 'Confirm your email address for Hangtag' },
      { to: ada.email, subject: expect.stringContaining('app was added') },
    ]);
    world.mails.length = 0;
    // It can't be replaced by another key while it is on.
    expect(await failureOf(ada.account.startApp())).toMatchObject({ code: 'forbidden' });
    expect(await ada.account.removeApp()).toMatchObject({ appSince: null, recoveryCodes: null });
    expect(world.mails).toMatchObject([{ to: ada.email, subject: expect.stringContaining('app was removed') }]);
    await signIn(ada);
    const { rows } = await world.database.query('select 1 from recovery_codes where user_id = $1', [ada.user.id]);
    expect(rows).toEqual([]);
  });
});

describe('a recovery code', () => {
  it('signs in once in place of the app, however it is typed, and the seller is notified', async () => {
    const ada = await withApp();
    const [first = '', second = ''] = ada.codes;
    expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    world.mails.length = 0;
    await signIn(ada, first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l'));
    expect(world.mails.map(({ subject }) => subject)).toContain('A recovery code of your Hangtag account was used');
    expect(await failureOf(signIn(ada, first))).toMatchObject({ code: 'wrong_code' });
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => signIn(ada, second)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await ada.account.secondFactor()).recoveryCodes).toEqual({ left: 8, of: 10 });
  });

  it('of an old set, or of another account, is worth nothing', async () => {
    const [ada, eve] = [await withApp(), await withApp()];
    const { recoveryCodes } = await ada.account.makeRecoveryCodes();
    expect(await failureOf(signIn(ada, ada.codes[0]))).toMatchObject({ code: 'wrong_code' });
    expect(await failureOf(signIn(ada, eve.codes[0]))).toMatchObject({ code: 'wrong_code' });
    await signIn(ada, `1. ${recoveryCodes[0]?.toLowerCase()}`);
    expect(await failureOf(signIn(ada, recoveryCodes.join('\n')))).toMatchObject({ status: 400 });
  });

  it('confirms once who the user is, for a seller who lost the phone, and the seller is notified', async () => {
    const ada = await withApp();
    await world.clock.advance(11 * minute);
    const [code = ''] = ada.codes;
    world.mails.length = 0;
    await ada.account.confirm({ body: { code } });
    expect(world.mails.map(({ subject }) => subject)).toEqual(['A recovery code of your Hangtag account was used']);
    expect((await ada.account.securityLog())[0]?.what).toBe('recovery_code_used');
    await ada.account.makeRecoveryCodes();
    expect(await failureOf(ada.account.confirm({ body: { code } }))).toMatchObject({
      code: 'wrong_code',
      fields: { code: 'That recovery code is wrong or was used already. Try another one.' },
    });
  });
});

describe('confirming who the user is', () => {
  it('is needed ten minutes after signing in, for what matters most, and holds for ten minutes', async () => {
    const ada = await world.register();
    await world.clock.advance(10 * minute - 1000);
    await ada.account.startApp();
    await world.clock.advance(1000);
    const needed = { status: 403, code: 'confirmation_required' };
    for (const ask of [
      () => ada.account.startApp(),
      () => ada.account.removeApp(),
      () => ada.account.askForNewPasskey(),
      () => ada.account.removePasskey({ id: '1' }),
      () => ada.account.makeRecoveryCodes(),
      () => ada.account.confirmApp({ body: { code: '123456' } }),
    ])
      expect(await failureOf(ask())).toMatchObject(needed);
    expect(await failureOf(ada.account.confirm({ body: { password: 'wrong horse' } }))).toMatchObject({
      status: 400,
      code: 'wrong_password',
      fields: { password: 'That’s not your current password' },
    });
    expect(await failureOf(ada.account.startApp())).toMatchObject(needed);
    // It takes exactly one proof.
    const nothing = await failureOf(ada.account.confirm({ body: {} }));
    expect(nothing).toMatchObject({ status: 400, fields: { password: 'Enter your current password' } });
    const both = await failureOf(ada.account.confirm({ body: { password: ada.password, code: '123456' } }));
    expect(both.status).toBe(400);
    const { until } = await ada.account.confirm({ body: { password: ada.password } });
    expect(Date.parse(until) - world.clock.now()).toBe(10 * minute);
    await ada.account.startApp();
    await world.clock.advance(10 * minute);
    expect(await failureOf(ada.account.startApp())).toMatchObject(needed);
  });

  it('is asked for by every call that changes a sign-in or stores credentials, and by no other', () => {
    const rows = Object.entries(routes).flatMap(([noun, calls]) =>
      Object.entries(calls).flatMap(([name, row]) => ('confirmed' in row ? [`${noun}.${name}`] : [])),
    );
    expect(rows.sort()).toEqual([
      'account.addPasskey',
      'account.askForNewPasskey',
      'account.confirmApp',
      'account.makePhoneLink',
      'account.makeRecoveryCodes',
      'account.removeApp',
      'account.removePasskey',
      'account.startApp',
      'closet.importSession',
      'closet.updateCredentials',
      'companion.code',
      'computer.backup',
      'computer.saveBackup',
      'phone.turnOnTailscale',
    ]);
  });

  it('holds in its own session only', async () => {
    const ada = await world.register();
    const phone = world.browser();
    await signIn(ada, undefined, phone);
    await world.clock.advance(11 * minute);
    await ada.account.confirm({ body: { password: ada.password } });
    expect(await failureOf(phone.account.startApp())).toMatchObject({ code: 'confirmation_required' });
  });

  it('works with a code of the app, once, and guesses are limited', async () => {
    const ada = await withApp();
    await world.clock.advance(11 * minute);
    const code = ada.now();
    await ada.account.confirm({ body: { code } });
    expect(await failureOf(ada.account.confirm({ body: { code } }))).toMatchObject({ code: 'wrong_code' });
    for (let n = 0; n < 9; n++) await failureOf(ada.account.confirm({ body: { code: '999999' } }));
    expect((await failureOf(ada.account.confirm({ body: { code: '999999' } }))).status).toBe(429);
  });

  it('needs the second step where one is on: the password is not enough', async () => {
    const ada = await withApp();
    await world.clock.advance(11 * minute);
    expect(await failureOf(ada.account.confirm({ body: { password: ada.password } }))).toMatchObject({
      status: 401,
      code: 'second_step_required',
      fields: { code: expect.any(String) },
    });
    expect(await failureOf(ada.account.removeApp())).toMatchObject({ code: 'confirmation_required' });
  });

  it('is needed for a new email address or password, and to delete the account, where a second step is on', async () => {
    const [ada, eve] = [await withApp(), await world.register()];
    await world.clock.advance(11 * minute);
    const currentPassword = ada.password;
    const changes = (who: Pick<Person, 'account' | 'email' | 'password'>) => [
      () => who.account.changeProfile({ body: { email: `new-${who.email}`, currentPassword } }),
      () => who.account.changeProfile({ body: { newPassword: 'linen and wool', currentPassword } }),
      () => who.account.remove({ body: { password: currentPassword } }),
    ];
    for (const change of changes(ada))
      expect(await failureOf(change())).toMatchObject({ status: 403, code: 'confirmation_required' });
    await ada.account.changeProfile({ body: { firstName: 'Adele' } });
    await ada.account.confirm({ body: { code: ada.now() } });
    for (const [index, change] of changes(ada).entries()) {
      // The second change makes the password of the third one wrong, which is checked before the second step.
      if (index < 2) await change();
      else expect(await failureOf(change())).toMatchObject({ code: 'wrong_password' });
    }
    await eve.account.changeProfile({ body: { email: `new-${eve.email}`, currentPassword: eve.password } });
    await eve.account.remove({ body: { password: eve.password } });
  });

  it('is not asked of a demo account, which can have no second step', async () => {
    const guest = world.browser();
    await guest.account.demo({ body: {} });
    await world.clock.advance(11 * minute);
    expect(await failureOf(guest.account.startApp())).toMatchObject({ status: 403, code: 'forbidden' });
  });
});

describe('the operator', () => {
  it('turns off the second step of a seller who has lost everything, and notifies the seller', async () => {
    const ada = await withApp();
    world.mails.length = 0;
    world.pushed.length = 0;
    expect(await world.account.removeSecondFactorByEmail(` ${ada.email.toUpperCase()} `)).toBe('removed');
    await signIn(ada);
    expect((await ada.account.securityLog()).find(({ address }) => address === null)).toMatchObject({
      what: 'second_factor_removed_by_operator',
    });
    expect(world.mails[0]).toMatchObject({ to: ada.email, subject: expect.stringContaining('administrator') });
    expect(world.pushed[0]).toMatchObject({ userId: ada.user.id });
    expect(await world.account.removeSecondFactorByEmail(ada.email)).toBe('none');
    expect(await world.account.removeSecondFactorByEmail('nobody@example.com')).toBe('unknown');
  });
});
