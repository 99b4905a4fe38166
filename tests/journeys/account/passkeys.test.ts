import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { passkeyPlace } from '#server/adapters/passkeys.ts';
import { failureOf, frontJourney, type World } from '../front/front-world.ts';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const asText = (data: Buffer): string => data.toString('base64url');

/** What the browser and the device add to an answer. */
type Circumstances = { origin?: string; isVerified?: boolean; rpId?: string; counter?: number };

function softwarePasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let uses = 0;

  const clientData = (type: string, challenge: unknown, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const deviceData = (
    { rpId = 'hangtag.example', isVerified = true, counter = uses }: Circumstances,
    { attested }: { attested?: Buffer } = {},
  ) => {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested ? 0x40 : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), head, attested ?? Buffer.alloc(0)]);
  };
  /** The public key in COSE: ES256 on P-256. */
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);

  return {
    id: asText(id),
    create(options: Record<string, unknown>, how: Circumstances = {}) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey]);
      const data = deviceData(how, { attested });
      // CBOR of { fmt: 'none', attStmt: {}, authData }.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        id: asText(id),
        clientDataJSON: asText(
          clientData('webauthn.create', options.challenge, how.origin ?? 'https://hangtag.example'),
        ),
        attestationObject: asText(attestation),
        transports: ['internal'],
      };
    },
    use(options: Record<string, unknown>, how: Circumstances = {}) {
      uses += 1;
      const client = clientData('webauthn.get', options.challenge, how.origin ?? 'https://hangtag.example');
      const data = deviceData(how);
      return {
        id: asText(id),
        clientDataJSON: asText(client),
        authenticatorData: asText(data),
        signature: asText(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
      };
    },
  };
}

const world = frontJourney();

const minute = 60_000;
type Person = Awaited<ReturnType<World['register']>>;

const add = async (ada: Pick<Person, 'account'>, passkey = softwarePasskey()) => {
  const { options } = await ada.account.askForNewPasskey();
  return { passkey, ...(await ada.account.addPasskey({ body: passkey.create(options) })) };
};
const withPasskey = async () => {
  const ada = await world.register();
  return { ...ada, ...(await add(ada)) };
};
const signInWith = async (
  passkey: ReturnType<typeof softwarePasskey>,
  { from = world.browser(), how = {} }: { from?: ReturnType<World['browser']>; how?: Circumstances } = {},
) => {
  const { options } = await from.account.askForPasskey();
  return await from.account.loginWithPasskey({ body: { passkey: passkey.use(options, how) } });
};

describe('a passkey', () => {
  it('signs in without a password, in a browser that needs nothing but it', async () => {
    const { passkey, email, recoveryCodes, secondFactor, account } = await withPasskey();
    expect(recoveryCodes).toHaveLength(10);
    expect(secondFactor.passkeys).toMatchObject([{ userAgent: 'Test browser', lastUsedAt: null, isSynced: false }]);
    await expect(signInWith(passkey)).resolves.toMatchObject({ email });
    expect((await account.secondFactor()).passkeys[0]?.lastUsedAt).toEqual(expect.any(String));
  });

  it('signs in from a page that stayed open while its seller signed in elsewhere in the same browser', async () => {
    const [ada, eve] = [await withPasskey(), await withPasskey()];
    await expect(signInWith(ada.passkey, { from: ada })).resolves.toMatchObject({ email: ada.email });
    // The question was for the passkeys of the one who is signed in.
    expect(await failureOf(signInWith(eve.passkey, { from: ada }))).toMatchObject({ code: 'passkey_refused' });
    const { options } = await ada.account.askForPasskey();
    const body = { passkey: ada.passkey.use(options) };
    await ada.account.loginWithPasskey({ body });
    expect(await failureOf(ada.account.loginWithPasskey({ body }))).toMatchObject({ code: 'passkey_refused' });
  });

  it('is asked for after the password', async () => {
    const { email, password, recoveryCodes, passkey } = await withPasskey();
    const login = (code?: string) => world.browser().account.login({ body: { email, password, code } });
    expect(await failureOf(login())).toMatchObject({
      code: 'second_step_required',
      fields: { passkey: expect.any(String) },
    });
    await login(recoveryCodes?.[0]);
    await signInWith(passkey);
  });

  const wrong: [string, Circumstances][] = [
    ['for another site', { origin: 'https://hangtag.example.evil.example' }],
    ['for another name', { rpId: 'evil.example' }],
    ['without the person’s finger, face, or PIN', { isVerified: false }],
    ['with an older counter than before', { counter: 0 }],
  ];
  it.each(wrong)('does not sign in with an answer %s', async (_, how) => {
    const { passkey } = await withPasskey();
    await signInWith(passkey);
    expect(await failureOf(signInWith(passkey, { how }))).toMatchObject({ status: 400, code: 'passkey_refused' });
  });

  it('does not sign in with a question that we did not ask, or asked too long ago', async () => {
    const { passkey } = await withPasskey();
    const own = world.browser();
    const invented = passkey.use({ challenge: 'bm90IG91cnM' });
    expect(await failureOf(own.account.loginWithPasskey({ body: { passkey: invented } }))).toMatchObject({
      code: 'passkey_refused',
    });
    const { options } = await own.account.askForPasskey();
    await world.clock.advance(5 * minute);
    expect(await failureOf(own.account.loginWithPasskey({ body: { passkey: passkey.use(options) } }))).toMatchObject({
      code: 'passkey_refused',
    });
  });

  it('answers a question once, however many send the answer at the same time', async () => {
    const { passkey } = await withPasskey();
    const { options } = await world.browser().account.askForPasskey();
    const answer = passkey.use(options);
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => world.browser().account.loginWithPasskey({ body: { passkey: answer } })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('that nobody added, or that was removed, opens nothing', async () => {
    expect(await failureOf(signInWith(softwarePasskey()))).toMatchObject({ code: 'passkey_refused' });
    const { passkey, account, secondFactor, email, password } = await withPasskey();
    const id = secondFactor.passkeys[0]?.id ?? '';
    const eve = await world.register();
    expect(await failureOf(eve.account.removePasskey({ id }))).toMatchObject({ status: 404 });
    expect(await account.removePasskey({ id })).toMatchObject({ passkeys: [], recoveryCodes: null });
    expect(await failureOf(signInWith(passkey))).toMatchObject({ code: 'passkey_refused' });
    await world.browser().account.login({ body: { email, password } });
  });

  it('belongs to one account', async () => {
    const { passkey, email } = await withPasskey();
    const eve = await world.register();
    expect(await failureOf(add(eve, passkey))).toMatchObject({ code: 'passkey_refused' });
    await expect(signInWith(passkey)).resolves.toMatchObject({ email });
  });

  it('is added only with an answer to the question of the same account', async () => {
    const [ada, eve] = [await world.register(), await world.register()];
    const { options } = await eve.account.askForNewPasskey();
    const body = softwarePasskey().create(options);
    expect(await failureOf(ada.account.addPasskey({ body }))).toMatchObject({ code: 'passkey_refused' });
    const { options: own } = await ada.account.askForNewPasskey();
    const unverified = softwarePasskey().create(own, { isVerified: false });
    expect(await failureOf(ada.account.addPasskey({ body: unverified }))).toMatchObject({ code: 'passkey_refused' });
    expect((await ada.account.secondFactor()).passkeys).toEqual([]);
  });

  it('confirms who the user is, but only the account’s own', async () => {
    const [ada, eve] = [await withPasskey(), await withPasskey()];
    await world.clock.advance(11 * minute);
    const confirm = async (passkey: ReturnType<typeof softwarePasskey>) => {
      const { options } = await ada.account.askForPasskey();
      return await ada.account.confirm({ body: { passkey: passkey.use(options) } });
    };
    expect(await failureOf(confirm(eve.passkey))).toMatchObject({ code: 'passkey_refused' });
    expect(await failureOf(ada.account.makeRecoveryCodes())).toMatchObject({ code: 'confirmation_required' });
    await confirm(ada.passkey);
    await ada.account.makeRecoveryCodes();
  });

  it('two that are added at the same time bring one set of codes that works, and a third one brings none', async () => {
    const ada = await world.register();
    const both = await Promise.all([add(ada), add(ada)]);
    const codes = both.flatMap(({ recoveryCodes }) => recoveryCodes ?? []);
    expect(codes).toHaveLength(10);
    const body = { email: ada.email, password: ada.password, code: codes[3] };
    await world.browser().account.login({ body });
    const third = await add(ada);
    expect(third.recoveryCodes).toBeNull();
    expect(third.secondFactor.passkeys).toHaveLength(3);
  });

  it('an account has at most ten', async () => {
    const ada = await world.register();
    for (let n = 0; n < 10; n++) await add(ada);
    expect(await failureOf(add(ada))).toMatchObject({ status: 409, code: 'too_many_passkeys' });
  });
});

describe('passkeys', () => {
  it.each([
    ['https://hangtag.example', 'ready'],
    ['http://localhost:5000', 'ready'],
    ['http://hangtag.example', 'not_secure'],
    ['http://192.168.1.5:5000', 'no_domain'],
    ['http://[fd00::1]:5000', 'no_domain'],
    ['https://nas', 'no_domain'],
  ])('at %s: %s', (address, kind) => {
    expect(passkeyPlace(address).kind).toBe(kind);
  });
});
