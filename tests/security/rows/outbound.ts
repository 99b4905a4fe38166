// Security requirements of outgoing connections and stored credentials.
import { check, document, met, type Requirement, requirement, testsIn } from '../requirement.ts';

const marketSession = testsIn('src/marketplace/tests/session.test.ts');
const marketSecrets = testsIn('src/marketplace/tests/secrets.test.ts');
const model = testsIn('src/server/adapters/advisor/model-advisor.test.ts');
const push = testsIn('src/server/adapters/push/web-push.test.ts');
const endpoints = testsIn('src/server/adapters/push/endpoint.test.ts');
const network = testsIn('src/server/adapters/public-network.test.ts');
const pictures = testsIn('tests/journeys/listings/pictures.test.ts');
const installations = testsIn('tests/journeys/closet/installations.test.ts');
const vault = testsIn('src/server/adapters/vault/vault.test.ts');
const vaultRotation = testsIn('src/server/adapters/vault/rotation.test.ts');
const webVault = testsIn('src/server/adapters/vault/web-process.test.ts');
const secretKey = testsIn('src/server/adapters/vault/secret-key.test.ts');
const operator = testsIn('tests/journeys/operation/operator.test.ts');
const restore = testsIn('tests/journeys/operation/restore.test.ts');
const start = testsIn('tests/journeys/operation/start.test.ts');
const connection = testsIn('tests/journeys/closet/connection.test.ts');
const secrets = testsIn('tests/journeys/closet/secrets.test.ts');
const disconnecting = testsIn('tests/journeys/closet/disconnecting.test.ts');
const calls = testsIn('tests/journeys/closet/calls.test.ts');
const linking = testsIn('tests/journeys/closet/linking.test.ts');
const signIn = testsIn('tests/journeys/closet/sign-in.test.ts');
const humanChecks = testsIn('tests/journeys/bot/failures/human-checks.test.ts');
const refusals = testsIn('tests/journeys/bot/failures/refusals.test.ts');
const sharing = testsIn('tests/journeys/companion/sharing.test.ts');
const sealedBox = testsIn('src/server/adapters/vault/sealed-box.test.ts');
const webKey = testsIn('src/server/adapters/vault/web-key.test.ts');
const webProcess = testsIn('tests/journeys/closet/web-process.test.ts');
const workerCalls = testsIn('src/server/adapters/worker-calls/worker-calls.test.ts');
const rotation = testsIn('tests/journeys/operation/rotate-keys.test.ts');
const log = testsIn('src/server/adapters/log/log.test.ts');

export const outboundRequirements: readonly Requirement[] = [
  requirement(
    'C1',
    '13.2.4, 13.2.5',
    'Hangtag connects only to what its documents list.',
    met(
      check('Hangtag connects only to what docs/hosting.md lists'),
      installations('sends the real one nothing for a seller who has linked no closet'),
      pictures('an address outside the marketplace and its photo hosts is not asked'),
      document('docs/hosting.md', 'Outgoing connections'),
    ),
  ),
  requirement(
    'C2',
    '15.3.2',
    'No redirect is followed with credentials.',
    met(
      check('no source file follows redirects'),
      marketSession('does not follow a redirect to another host'),
      model('cannot redirect the request to another address'),
      push('a reply > that redirects is not followed'),
      pictures('a redirect to a private address is refused, and not followed'),
    ),
  ),
  requirement(
    'C3',
    '1.3.6',
    'Addresses of strangers lead only to the open internet, even if the name resolves differently the second time.',
    met(
      network('%s is not'),
      endpoints('an endpoint is never %s'),
      push(
        'is not made to a name with one address that is not public',
        'uses the address that was checked, because the name is resolved once per connection',
      ),
      pictures('a photo host must be in the open internet, and serves real closets only'),
    ),
  ),
  requirement(
    'C4',
    '12.3.2',
    'Certificates are checked.',
    met(
      check('no source file turns certificate checks off'),
      push('is not made to a server with another certificate'),
      model('without TLS at an https address, or at no address, is unreachable'),
    ),
  ),
  requirement(
    'C5',
    '11.3.2, 11.3.3',
    'Credentials are encrypted for each seller, and a changed or moved value can’t be read.',
    met(
      vault(
        'a value that was moved to another seller or column, or modified, cannot be decrypted',
        "a seller's data key put into another seller's row cannot be used",
      ),
      secrets(
        'are never in the database, in replies, or in failures',
        'moved to another user’s row cannot be decrypted',
      ),
      installations(
        'sends neither password nor session to the practice marketplace if the database is changed to say so',
      ),
      sharing('never travels through a browser, even if somebody writes into the database that the closet does'),
    ),
  ),
  requirement(
    'C6',
    '13.3.1',
    'The secret key is in a file for its owner alone, and in no backup.',
    met(
      check('the data folder and the secret key are private'),
      secretKey('creates a key once, readable only by its owner, and loads it later'),
      check('a backup does not contain the secret key'),
    ),
  ),
  requirement(
    'C7',
    '13.3.1',
    'With another key Hangtag does not start, and changes nothing.',
    met(
      vault('refuses another key with one sentence, and leaves everything as it was'),
      start('a key other than the one that encrypted the credentials, without any loss'),
    ),
  ),
  requirement(
    'C8',
    '11.2.2, 13.3.4',
    'The secret key can be replaced, step by step.',
    met(
      vault('with several keys the first encrypts and all decrypt'),
      vaultRotation(
        'rotation rewraps every data key, in batches, and leaves the encrypted values unchanged',
        'an interrupted rotation continues where it stopped',
        'rotation moves both kinds of keys, even after an interruption, and the old web key opens nothing anymore',
      ),
      rotation(
        'keys are rotated while bots save their sessions and sellers link, and nothing is unreadable at any moment',
      ),
    ),
  ),
  requirement(
    'C9',
    '14.2.6',
    'No screen and no reply shows a key.',
    met(
      connection('runs four probes and shows no secret'),
      operator('has a doctor that says what is wrong, and never shows keys'),
    ),
  ),
  requirement(
    'C10',
    '16.2.5',
    'The log contains no secret, at any level.',
    met(
      check('the log contains nothing that a request hid in its body'),
      log('never writes a secret, wherever it was put'),
      calls('no password, code, or cookie reaches the log'),
      marketSecrets('is in the error of a wrong address'),
    ),
  ),
  requirement(
    'C11',
    '14.2.6',
    'The marketplace’s password can be written and never read.',
    met(secrets('are never in the database, in replies, or in failures')),
  ),
  requirement(
    'C12',
    '14.2.7',
    'Disconnecting and deleting erase the credentials, and no call follows.',
    met(
      disconnecting(
        'stops the bot and deletes credentials, session, and key, but keeps the history',
        'waits for a share in flight, so that no call follows',
      ),
      vault('the values of a deleted seller stay unreadable, even if the seller gets a new key'),
    ),
  ),
  requirement(
    'C13',
    '2.4.1',
    'A password that the marketplace refuses is sent once.',
    met(
      linking('that the marketplace refuses are stored, shown as Connection Issue, and sent only once'),
      signIn('tries a refused password once, however often the job runs'),
      refusals(
        'session ended, and the password is no longer accepted: one sign-in, and never with that password again',
      ),
    ),
  ),
  requirement(
    'C14',
    '16.5.2',
    'A failure at the marketplace never signs a seller out of Hangtag.',
    met(calls('refusals have the statuses of the contract')),
  ),
  requirement(
    'C15',
    '',
    'At a human check Hangtag stops and asks the seller. It solves and avoids nothing.',
    met(
      humanChecks('human check (%s): no further write before the seller says done'),
      humanChecks(
        'a human check is stored in one transaction: outcome, limit update, pause, and its reason in the closet, and so is its end',
      ),
    ),
  ),
  requirement(
    'C16',
    '13.3.1',
    'A backup can be encrypted as a whole.',
    met(restore('with a password is a file that age reads, and is restored only with the password')),
  ),
  requirement(
    'C17',
    '13.2.2, 13.3.2',
    'A web process can’t open sellers’ credentials, and no data key that it writes is used: workers make and open them.',
    met(
      webVault(
        'a web process seals a password that only a worker opens, and never has the key of a closet',
        'the key ring of a web process is made of one derived key and one public key, and of nothing else',
        'a web process that puts a data key of its own in place of a seller’s > gets nothing sealed with it: %s',
        'a web process that puts a data key of its own in place of a seller’s > keeps nobody from linking again, which makes a new key',
      ),
      sealedBox('opens the message that RFC 9180 publishes'),
      webKey('has no part of the secret key, and no private key'),
      webProcess(
        'with %s > a seller connects a closet with a password, tests it, syncs, shares, changes prices, undoes, and disconnects',
        'without a worker, a call says so within seconds, and nothing is lost; if one is killed in a sign-in, it is not repeated',
        'a web process that was taken over can’t put a data key of its own in place of a closet’s',
      ),
      workerCalls(
        'is sealed until a worker takes it, and is not done if none does',
        'of a worker that is killed is unknown, and no other worker repeats it',
      ),
      document('docs/scaling.md', 'Keys for web processes'),
    ),
  ),
];
