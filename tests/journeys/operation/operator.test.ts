import { statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fails, playModel } from '#server/adapters/advisor/scripted-model.fixture.ts';
import { loadWebKeys, webKeyOf } from '#server/adapters/vault/key-ring.ts';
import { loadSecretKeys } from '#server/adapters/vault/secret-key.ts';
import { backupOnRecord } from '#server/operator/backup/backups.ts';
import { messages, users } from '#server/operator/commands.ts';
import { freshDatabase } from '#tests/database.ts';
import { runProgram } from '#tests/process.ts';
import { everyRow, filledDatabase } from './filled-database.ts';
import { runHere } from './run-here.ts';

let full: Awaited<ReturnType<typeof filledDatabase>>;
let file: string;

beforeAll(async () => {
  full = await filledDatabase();
  file = path.join(full.folder, 'all.gz');
  await backupOnRecord(full.database, file, {});
});
afterAll(() => full.drop());

describe('the operator reads', () => {
  it('no text of strangers that a terminal would obey', async () => {
    const strange = await freshDatabase();
    const { database } = strange;
    await database.query(
      `insert into contact_messages (name, email, subject, message, created_at)
       values (E'Cy\\nroot', 'cy@example.com', E'\\x1b]0;title\\x07', E'Two\\nlines \\x1b[31m\\u202e', now())`,
    );
    const output = await messages(database);
    expect(output).toContain('Cy root <cy@example.com>');
    expect(output).toContain('Two\nlines \\u{1b}[31m\\u{202e}');
    expect(output).not.toMatch(/[^\P{Cc}\n]/u);
    await database.query(
      `insert into users (first_name, last_name, email, password, timezone, created_at)
       values ('A', 'B', E'a\\x1b[2J@example.com', 'x', 'UTC', now())`,
    );
    expect(await users(database)).not.toMatch(/[^\P{Cc}\n]/u);
    await strange.drop();
  });

  it('one line per user, without secrets, and the messages of the contact form', async () => {
    const output = await users(full.database);
    expect(output).toMatch(/ada@example\.com .*sharing\s+1$/m);
    expect(output).not.toContain('password');
    expect(await messages(full.database)).toContain('Cy <cy@example.com>\nHello\n\nA question.');
  });
});

describe('npm run hangtag', () => {
  const settings = () => ({
    DATA_DIR: full.folder,
    DATABASE_URL: full.url,
    SECRET_KEY: 'cd'.repeat(32),
    LOG_LEVEL: 'silent',
  });
  const runWith = (more: Record<string, string>, ...args: string[]) => runHere({ ...settings(), ...more }, ...args);
  const run = (...args: string[]) => runWith({}, ...args);

  it('creates a reset link for an account, and says if there is no such account', async () => {
    const made = runProgram('src/server/operator/hangtag.ts', settings(), ['reset-link', 'ada@example.com']);
    expect(await made.ended).toBe(0);
    expect(made.output()).toMatch(/^http:\/\/localhost:5000\/auth#reset=[\w-]{43}\n/);
    const none = await run('reset-link', 'nobody@example.com');
    expect(none.code).toBe(78);
    expect(none.output).toContain('There is no account with the email nobody@example.com.');
  });

  it('lists its commands, and refuses others', async () => {
    expect(await run('dance')).toMatchObject({
      code: 64,
      output: expect.stringContaining('There is no command "dance"'),
    });
    const asked = await runWith({ PORT: 'wrong' }, 'help');
    expect(asked).toMatchObject({ code: 0, output: expect.stringContaining('backup FILE') });
    expect(await run('demo', '--pause', 'long')).toMatchObject({
      code: 78,
      output: '--pause long is not a number of milliseconds. Write a whole number from 0 to 3600000, such as 250.\n',
    });
  });

  it('says of a data folder that can’t be used what a start says of it', async () => {
    for (const DATA_DIR of [file, '/proc/hangtag', '/dev'])
      for (const typed of ['status', `backup ${full.folder}/x`, `restore ${file}`, `web-key ${full.folder}/y`])
        expect([typed, await runWith({ DATA_DIR, DATABASE_URL: '', SECRET_KEY: '' }, ...typed.split(' '))]).toEqual([
          typed,
          { code: 78, output: expect.stringMatching(/^Hangtag can't use the data folder [^(]*\. Set DATA_DIR.*\n$/) },
        ]);
  });

  it('explains that a backup never overwrites a file', async () => {
    expect(await run('backup', file)).toMatchObject({
      code: 78,
      output: `The file ${file} already exists. Choose another name: Hangtag never overwrites a file.\n`,
    });
  });

  it('makes a web key for its owner alone, which is the one of its secret key', async () => {
    const webKey = path.join(full.folder, 'web.key');
    expect(await run('web-key', webKey)).toMatchObject({ code: 0, output: expect.stringContaining('WEB_KEY_FILE') });
    expect(statSync(webKey).mode & 0o777).toBe(0o600);
    const { keys } = loadSecretKeys({ secretKey: 'cd'.repeat(32), dataDir: full.folder });
    expect(loadWebKeys(webKey).map(({ web }) => web)).toEqual(keys.map((key) => webKeyOf(key).web));
  });

  it('stops every bot, and each seller’s log says who did it', async () => {
    expect(await run('stop-bots')).toMatchObject({
      code: 0,
      output: 'Stopped 1 bot. Sellers have to start them again.\n',
    });
    expect(await everyRow(full, '(select state, owner, due_at from bots)')).toEqual([
      '{"owner": null, "state": "stopped", "due_at": null}',
    ]);
    expect(await everyRow(full, "(select details from activity_logs where action = 'BOT_STOPPED')")).toEqual([
      '{"details": "Your administrator stopped all bots"}',
    ]);
    expect((await run('stop-bots')).output).toMatch(/^Stopped 0 bots/);
  });

  it('turns a seller’s second step off only after a question, and says so in the security log', async () => {
    await full.database.query(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, is_synced, user_agent, created_at)
       values (2, 'c', 'k', 0, '{}', false, 'Test', now())`,
    );
    const unanswered = await run('second-factor-off', 'bo@example.com');
    expect(unanswered).toMatchObject({ code: 78, output: expect.stringContaining('Nothing was changed') });
    expect(await everyRow(full, 'passkeys')).toHaveLength(1);
    expect((await run('second-factor-off', 'bob@example.com')).output).toContain('There is no account');
    expect((await run('second-factor-off', 'bo@example.com', '--yes')).output).toContain('with the password alone');
    expect(await everyRow(full, 'passkeys')).toEqual([]);
    expect(await everyRow(full, '(select user_id, what from account_events order by id desc limit 1)')).toEqual([
      '{"what": "second_factor_removed_by_operator", "user_id": 2}',
    ]);
  });

  it('signs an account out, and removes one only after a confirmation', async () => {
    await full.database.query(
      `insert into sessions (user_id, token_hash, user_agent, created_at, last_seen_at, expires_at)
       select id, 'h' || id, '', now(), now(), now() + interval '1 day' from users`,
    );
    expect((await run('sign-out', 'BO@example.com')).output).toContain('signed out everywhere');
    expect(await everyRow(full, '(select user_id from sessions)')).toEqual(['{"user_id": 1}']);
    const asked = await run('remove-user', 'ada@example.com');
    expect(asked).toMatchObject({ code: 78, output: expect.stringContaining('--yes') });
    expect(await everyRow(full, 'users')).toHaveLength(2);
    const mistyped = await run('remove-user', 'adda@example.com');
    expect(mistyped).toMatchObject({ code: 78, output: expect.stringContaining('There is no account') });
    expect(await run('remove-user', 'ada@example.com', '--yes')).toMatchObject({ code: 0 });
    expect(await everyRow(full, '(select email from users)')).toEqual(['{"email": "bo@example.com"}']);
    for (const table of ['listings', 'share_attempts', 'activity_logs', 'bots', 'sessions'])
      expect(await everyRow(full, table), table).toEqual([]);
    expect((await run('remove-user', 'ada@example.com', '--yes')).output).toContain('There is no account');
  });

  it('has a doctor that says what is wrong, and never shows keys', async () => {
    const model = await playModel(fails(401));
    const more = {
      AI_BASE_URL: model.baseUrl,
      AI_MODEL: 'eyes-1',
      AI_API_KEY: 'sk-canary-0123456789',
      PUBLIC_URL: 'https://hangtag.example',
    };
    await full.database.query(
      `insert into holds (at, reason, via, who) values ('2026-11-21T08:00:00Z', 'Moving house', 'command', 'ada')`,
    );
    await full.database.query(
      `update bots set state = 'waiting', owner = null, due_at = now() - interval '1 hour'
       where user_id = (select min(user_id) from bots)`,
    );
    await full.database.query(`update backups set taken_at = now() - interval '9 days'`);
    const { code, output } = await runWith(more, 'doctor');
    await model.close();
    expect(output).toContain('the secret key matches');
    expect(output).toMatch(/^ok {7}Bots that run: 0\. /m);
    expect(output).toMatch(/PROBLEM {2}127\.0\.0\.1:\d+ rejects the API key \(401\)\. Check AI_API_KEY\./);
    expect(output).toMatch(/^WARNING {2}All bots have been on hold since 2026-11-21 08:00 UTC\. To end it, run/m);
    expect(output).toMatch(/^WARNING {2}The last backup was made 9 days ago\. Run npm run hangtag -- backup FILE$/m);
    expect(output).toMatch(/^WARNING {2}PUBLIC_URL starts with https.* Set TRUST_PROXY=1\.$/m);
    expect(output).not.toContain('sk-canary');
    expect(code).toBe(1);
  });
});
