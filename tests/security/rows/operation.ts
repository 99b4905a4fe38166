// Security requirements of errors, logs, dependencies, and running Hangtag.
import { check, document, met, type Requirement, requirement, testsIn } from '../requirement.ts';

const requests = testsIn('tests/journeys/front/requests.test.ts');
const serving = testsIn('tests/journeys/front/serving.test.ts');
const unreachable = testsIn('tests/journeys/bot/failures/unreachable.test.ts');
const groupCommit = testsIn('src/server/features/bot/ledger/ledger-in-groups.test.ts');
const sessions = testsIn('tests/journeys/account/sessions.test.ts');
const leaving = testsIn('tests/journeys/account/leaving.test.ts');
const log = testsIn('src/server/adapters/log/log.test.ts');
const operator = testsIn('tests/journeys/operation/operator.test.ts');
const model = testsIn('src/server/adapters/advisor/model-advisor.test.ts');
const held = testsIn('tests/journeys/bot/held.test.ts');
const securityTxt = testsIn('src/server/config/security-txt.test.ts');
const health = testsIn('src/server/http/health.test.ts');
const runner = testsIn('src/server/adapters/database/embedded/runner.test.ts');
const handOver = testsIn('src/server/adapters/database/embedded/hand-over.test.ts');
const roles = testsIn('src/server/adapters/database/embedded/roles.test.ts');
const limits = testsIn('src/server/adapters/vision/confinement/limits.test.ts');
const vision = testsIn('src/server/adapters/vision/vision.test.ts');
const documents = testsIn('tests/documents.test.ts');
const photo = testsIn('tests/journeys/pricing/photo.test.ts');

export const operationRequirements: readonly Requirement[] = [
  requirement(
    'E1',
    '16.5.1',
    'An error says what to do, with a reference, and nothing of the program’s inside.',
    met(
      requests('after a crash gives a request id and no internals'),
      serving('answers an unreadable request with a refusal in the usual shape'),
    ),
  ),
  requirement(
    'E2',
    '16.5.3',
    'If the database is away, nothing is allowed that it would have to count.',
    met(
      groupCommit(
        'reserves nothing while the database is unreachable, and gives back reservations that may have been stored',
      ),
      serving('sign nobody in, let nobody in who was signed in, and say when to try again'),
      unreachable('starts nothing, whichever call fails first'),
      requests('of %s without a database says what to do and when, and not the cause'),
    ),
  ),
  requirement(
    'E3',
    '16.5.4',
    'No request can end the process.',
    met(
      check('made-up requests are refused without an error of the server'),
      requests('to an interrupted body is a refusal, not an internal error'),
    ),
  ),
  requirement(
    'E4',
    '16.3.1–16.3.3',
    'Sign-ins, refused ones too, and changes of an account are recorded with time and address for its seller, and refused calls for the operator.',
    met(
      sessions(
        'says what happened to the account, from where, newest first, and to nobody else',
        'counts wrong passwords in one entry for each client and hour',
        'has at most ten such entries a day, and one for the clients beyond that, so that guessing cannot fill it',
      ),
      requests(
        'has an id that is also in its log line',
        'that refuses a caller leaves who, when, and from where in the log, and others leave no address',
      ),
    ),
  ),
  requirement(
    'E5',
    '16.4.1',
    'Input can’t make up log lines or command a terminal.',
    met(
      log(
        'writes one JSON object per line, with the time in UTC',
        'a line end or a terminal command in a field stays inside its line',
      ),
      operator('no text of strangers that a terminal would obey'),
    ),
  ),
  requirement(
    'E6',
    '13.4.2, 15.2.3',
    'The built web app has no source maps and nothing for development.',
    met(check('the built web app has nothing for development')),
  ),
  requirement(
    'E7',
    '15.1.1, 15.2.1',
    'No dependency in production has a known vulnerability of high severity.',
    met(check('npm knows of no serious vulnerability in production')),
  ),
  requirement(
    'E8',
    '15.1.2',
    'Every release has a list of its parts, a statement of where it comes from, and signed checksums.',
    met(
      check('a list of all parts can be made, and matches the lockfile'),
      check('a release is made by one command, and verified with its signature'),
      document('docs/releasing.md', 'Verify a release'),
    ),
  ),
  requirement(
    'E9',
    '2.4.1',
    'Health checks cost next to nothing, however many come.',
    met(
      health('asks the database at most every two seconds, however many probes come'),
      serving('are plain text without a session'),
    ),
  ),
  requirement(
    'E10',
    '16.5.2',
    'If the marketplace or an AI model hangs, everything else keeps working.',
    met(
      model(
        'is left alone for a minute after it was unreachable three times',
        'that %s is dropped when the time is over',
      ),
      held(
        'wait all together from the twentieth seller within ten minutes on, and one at a time tries, in all processes together',
      ),
    ),
  ),
  requirement(
    'E11',
    '6.1.1, 7.1.1, 8.1.1, 11.1.2, 13.1.1, 14.1.1, 15.1.3',
    'Documents say who may do what, what is limited, which keys exist, and where Hangtag connects to.',
    met(
      documents('say for each table what class of data it holds, and name all keys'),
      document('SECURITY.md', 'Keys'),
      document('SECURITY.md', 'Classes of data'),
      document('ARCHITECTURE.md', 'How a request travels'),
      document('docs/hosting.md', 'Outgoing connections'),
      document('docs/hosting.md', 'Change the secret key'),
    ),
  ),
  requirement(
    'E12',
    '14.2.7',
    'Sellers can export everything about them, and delete it.',
    met(
      leaving(
        'exports every table with data about the user, without secrets',
        'requires the password, then deletes everything',
      ),
      operator('signs an account out, and removes one only after a confirmation'),
    ),
  ),
  requirement(
    'E13',
    '',
    'People who find a vulnerability learn where to report it.',
    met(
      check('security.txt is served'),
      securityTxt('names the operator and the public address, and ends in half a year'),
      document('SECURITY.md', 'Report a vulnerability'),
    ),
  ),
  requirement(
    'E14',
    '15.2.4',
    'Dependencies are fixed by their hashes, and run no scripts when they are installed.',
    met(check('every dependency has a hash, and none runs a script at installation')),
  ),
  requirement(
    'E15',
    '13.2.2',
    'Parts that read hostile input run with few rights.',
    met(
      vision(
        'reads no file, writes none, opens no connection, starts nothing, and can’t take it back',
        'runs as a user that owns nothing if the server is root’s',
        'is ended while it uses more memory than the limit',
      ),
      limits('is made %s'),
      photo('nothing of a photo is stored: not in the database, not in the log'),
    ),
  ),
  requirement(
    'E16',
    '13.2.2, 13.2.3',
    'The embedded database has a user of its own, asks for a password, and gives the program no more than its tables.',
    met(
      runner(
        'root runs it as a user that has nothing else',
        'below a folder that only root may enter it still runs apart from root',
        'the server gets no secret of our environment',
      ),
      handOver(
        'is refused if its cluster has %s, and nothing outside is changed',
        'can write nothing but its cluster and its socket, and plants no link that root follows',
        'and other users of the machine can’t come in without the password',
        'is refused if another user can change the data folder',
      ),
      roles('owns its tables and nothing more', 'gets new passwords if their files are lost'),
    ),
  ),
];
