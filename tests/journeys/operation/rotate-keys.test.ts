import { beforeAll, expect, it } from 'vitest';
import { webKeysOf } from '#server/adapters/vault/key-ring.ts';
import { loadSecretKeys } from '#server/adapters/vault/secret-key.ts';
import { type KeyVault, openVault, openWebVault } from '#server/adapters/vault/vault.ts';
import { sealTypedAgain } from '#server/features/closet/linking/link-with-password.ts';
import { createSecrets } from '#server/features/closet/session/closet-context.ts';
import { findCloset } from '#server/features/closet/state/store.ts';
import { ownDatabase } from '#tests/database.ts';

const [old, fresh] = ['ab'.repeat(32), 'cd'.repeat(32)];
const sellers = Array.from({ length: 24 }, (_, n) => String(n + 1));
const test = ownDatabase({ max: 12 });
beforeAll(async () => {
  await test.database.query(
    `insert into users (first_name, last_name, email, password, created_at)
     select 'Ann', 'Li', 'ann' || n || '@example.com', 'x', now() from generate_series(1, ${sellers.length}) n`,
  );
  await test.database.query(
    `insert into closets (user_id, practice, state, linked_at) select id, true, 'ready', now() from users`,
  );
});

const openWith = (secretKey: string): Promise<KeyVault> =>
  openVault({ database: test.database, keys: loadSecretKeys({ secretKey, dataDir: '/nowhere' }).keys });

/** As a bot keeps its session: sealed and stored in one transaction. */
const save = (vault: KeyVault, userId: string, plain: string) =>
  test.database.transaction(async (tx) => {
    const sealed = await vault.seal(tx, { userId, column: 'session' }, plain);
    await tx.query('update closets set session = $2 where user_id = $1', [userId, sealed]);
  });
const read = async (vault: KeyVault, userId: string): Promise<string> => {
  const { rows } = await test.database.query<{ session: string }>('select session from closets where user_id = $1', [
    userId,
  ]);
  return vault.open(test.database, { userId, column: 'session' }, rows[0]?.session ?? '');
};
/** As a closet that is disconnected and linked again: its data key is erased, and a new one made. */
const linkAgain = async (vault: KeyVault, userId: string, plain: string) => {
  await test.database.transaction(async (tx) => {
    await vault.forget(tx, userId);
    await tx.query('update closets set session = null where user_id = $1', [userId]);
  });
  await save(vault, userId, plain);
};

it('keys are rotated while bots save their sessions and sellers link, and nothing is unreadable at any moment', async () => {
  const before = await openWith(old);
  for (const userId of sellers) await save(before, userId, `${userId} at first`);
  const isLinking = (userId: string) => Number(userId) % 4 === 0;

  // Every process has both keys by then. Two of them use what is stored, and two rotate.
  const [bots, web, ...operators] = await Promise.all(Array.from({ length: 4 }, () => openWith(`${fresh},${old}`)));
  if (bots === undefined || web === undefined) throw new Error('There is no vault.');
  let isRotating = true;
  const use = async (userId: string) => {
    for (let n = 0; isRotating || n === 0; n++) {
      const plain = `${userId} the ${n}. time`;
      await (isLinking(userId) ? linkAgain(web, userId, plain) : save(bots, userId, plain));
      // What one process has sealed, the other opens.
      expect(await read(isLinking(userId) ? bots : web, userId)).toBe(plain);
    }
  };
  const using = sellers.filter((_, n) => n % 2 === 1).map(use);
  const watching = sellers
    .filter((_, n) => n % 2 === 0)
    .map(async (userId) => {
      while (isRotating) expect(await read(web, userId)).toBe(`${userId} at first`);
    });
  const rotated = await Promise.all(operators.map((vault) => vault.rotate({ batch: 2 }))).finally(() => {
    isRotating = false;
  });
  await Promise.all([...using, ...watching]);
  expect(Math.max(...rotated)).toBeGreaterThan(0);

  const alone = await openWith(fresh);
  for (const userId of sellers) expect(await read(alone, userId)).toContain(`${userId} `);
});

it('a password that a web process has sealed, and that waits for its first sign-in, moves to the new key as well', async () => {
  const { database } = test;
  const [userId = ''] = sellers;
  const typed = { username: 'ann', password: 'typed at registration' };
  const { keys } = loadSecretKeys({ secretKey: fresh ?? '', dataDir: '/nowhere' });
  const web = createSecrets({ vault: await openWebVault({ database, keys: webKeysOf(keys) }) });
  const sealed = await web.sealCredentials(database, { userId, practice: true }, typed);
  await database.query('update closets set credentials = $2 where user_id = $1', [userId, sealed]);

  const next = 'ef'.repeat(32);
  const both = await openWith(`${next},${fresh}`);
  await sealTypedAgain({ database, secrets: createSecrets({ vault: both }) });
  await both.rotate();
  const row = await findCloset(database, userId);
  if (row === null) throw new Error('There is no closet.');
  expect(await createSecrets({ vault: await openWith(next) }).credentials(database, row)).toEqual(typed);
});
