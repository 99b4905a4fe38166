// What can be typed after `hangtag`: every command with its help, and a reader that refuses anything else.

import { parseArgs } from 'node:util';

const options = {
  reason: { type: 'string' },
  for: { type: 'string' },
  yes: { type: 'boolean' },
  'without-key': { type: 'boolean' },
  stopped: { type: 'boolean' },
  write: { type: 'boolean' },
  json: { type: 'boolean' },
  save: { type: 'string' },
  pause: { type: 'string' },
  'no-open': { type: 'boolean' },
  service: { type: 'boolean' },
  app: { type: 'boolean' },
  check: { type: 'boolean' },
} as const;
type Option = keyof typeof options;
const missing = { EMAIL: 'email address', FILE: 'name of the file', ROLE: 'name of the role', ACTION: 'action' };
export type OptionValues = { [name in Option]?: (typeof options)[name]['type'] extends 'string' ? string : boolean };

type Usage = {
  /** Words after the name, as the help shows them. */
  takes?: string;
  argument?: keyof typeof missing;
  /** The only words that the argument can be. */
  words?: readonly string[];
  options?: readonly Option[];
  /** The first line of the help, and more lines if it needs them. */
  does: readonly [string, ...string[]];
};

const usages = {
  start: {
    takes: '[--no-open] [--service] [--app]',
    options: ['no-open', 'service', 'app'],
    does: [
      'starts Hangtag and opens it in the browser; without any command, too',
      '--no-open leaves the browser alone, --service is for service managers: it ends with the server,',
      '--app is what Hangtag.app on a Mac does',
    ],
  },
  open: { does: ['opens the Hangtag that runs'] },
  stop: { does: ['stops the Hangtag that runs'] },
  service: {
    argument: 'ACTION',
    takes: 'install | remove | status',
    words: ['install', 'remove', 'status'],
    does: ['lets Hangtag start on its own when you sign in to this computer, or no longer'],
  },
  phone: { does: ['says how your phone reaches Hangtag, or what is missing'] },
  update: {
    takes: '[--check] [--yes]',
    options: ['check', 'yes'],
    does: [
      'shows what is new, asks, and starts the newest version; this one comes back if that doesn’t start',
      '--check only says whether there is a newer version, --yes skips the question',
    ],
  },
  version: { does: ['shows the version, as --version does'] },
  doctor: { does: ['checks your setup and explains problems'] },
  status: { does: ['shows the hold, the processes, the bots, and the last backup'] },
  messages: { does: ['shows the messages from the contact form'] },
  demo: {
    takes: '[--pause MS]',
    options: ['pause'],
    does: ['runs one practice round in this terminal, with MS milliseconds between shares'],
  },
  users: { does: ['lists all accounts'] },
  'reset-link': { argument: 'EMAIL', does: ['creates a link to set a new password'] },
  'sign-out': { argument: 'EMAIL', does: ['signs an account out everywhere'] },
  'second-factor-off': {
    argument: 'EMAIL',
    takes: 'EMAIL [--yes]',
    options: ['yes'],
    does: ['lets an account sign in with its password alone, for a seller who lost phone and recovery codes'],
  },
  'remove-user': {
    argument: 'EMAIL',
    takes: 'EMAIL --yes',
    options: ['yes'],
    does: ['deletes an account and all its data'],
  },
  hold: {
    takes: '[--reason WORDS] [--for 2h]',
    options: ['reason', 'for'],
    does: ['pauses all bots: they share, offer, reprice, and sync nothing, and resume on their own'],
  },
  release: { does: ['ends the hold'] },
  'stop-bots': { does: ['stops all bots before their next share; sellers have to start them again'] },
  backup: { argument: 'FILE', does: ['saves your data to one file, without the secret key'] },
  'try-backup': {
    argument: 'FILE',
    does: ['checks that a backup can be restored: fills a temporary database, then deletes it'],
  },
  restore: {
    argument: 'FILE',
    takes: 'FILE [--stopped] [--without-key]',
    options: ['stopped', 'without-key'],
    does: [
      'fills an empty database from a backup; all bots are stopped afterward,',
      'and shares that they may have made since the backup count toward today’s limits',
      '--stopped counts none: use it if Hangtag has not run since the backup',
      '--without-key leaves out the credentials, if the secret key is lost',
    ],
  },
  'web-key': {
    argument: 'FILE',
    does: ['makes the key file for web processes: with it they can store credentials, but not read them'],
  },
  'web-role': {
    argument: 'ROLE',
    does: ['lets a database role serve pages, and keeps it from writing the keys of credentials'],
  },
  'rotate-keys': { does: ['protects all stored credentials with the first key in SECRET_KEY'] },
  'forget-credentials': {
    takes: '--yes',
    options: ['yes'],
    does: ['if the secret key is lost: erases what it protected, so Hangtag can start'],
  },
  drift: {
    argument: 'FILE',
    takes: 'FILE [--write] [--json] [--save RECORDING]',
    options: ['write', 'json', 'save'],
    does: [
      'compares a recording of the marketplace, by the companion or a HAR file, with what Hangtag expects;',
      '--write saves the differences as the marketplace profile, --json prints JSON,',
      '--save RECORDING saves the recording without personal data',
    ],
  },
} as const satisfies Record<string, Usage>;
type CommandName = keyof typeof usages;
/** About the program itself. All others are about the installation that it serves. */
const launching = [
  'start',
  'open',
  'stop',
  'service',
  'phone',
  'update',
  'version',
] as const satisfies readonly CommandName[];
export type Launching = (typeof launching)[number];
export type Operating = Exclude<CommandName, Launching>;

const groups: readonly (readonly [string, readonly CommandName[]])[] = [
  ['Run it', launching],
  ['Check and try', ['doctor', 'status', 'messages', 'demo']],
  ['Accounts', ['users', 'reset-link', 'sign-out', 'second-factor-off', 'remove-user']],
  ['Bots', ['hold', 'release', 'stop-bots']],
  ['Backups', ['backup', 'try-backup', 'restore']],
  ['Keys', ['web-key', 'web-role', 'rotate-keys', 'forget-credentials']],
  ['Marketplace', ['drift']],
];

const usageOf = (name: CommandName): Usage => usages[name];
const typed = (name: CommandName): string => `${name} ${usageOf(name).takes ?? usageOf(name).argument ?? ''}`.trim();
const lead = 'npm run hangtag --';

const nameWidth = 19;
const describe = (name: CommandName): string => {
  const [first, ...more] = usageOf(name).does;
  const head = `  ${typed(name)}`;
  const indent = ' '.repeat(nameWidth + 2);
  const begun = head.length < nameWidth + 1 ? `${head.padEnd(nameWidth + 2)}${first}` : `${head}\n${indent}${first}`;
  return [begun, ...more.map((line) => `${indent}${line}`)].join('\n');
};

export const help = [
  `${lead} COMMAND`,
  ...groups.map(([title, names]) => `${title}\n${names.map(describe).join('\n')}`),
].join('\n\n');

const isCommand = (name: string): name is CommandName => Object.hasOwn(usages, name);
const howTo = (name: CommandName): string => `Usage: ${lead} ${typed(name)}`;
const unknown = (name: string): CommandLine =>
  wrong(`There is no command "${name}". To list all commands, run ${lead} help.`);

export type Typed<Name extends CommandName> = { name: Name; argument: string; values: OptionValues };
type CommandLine =
  | { kind: 'help'; text: string }
  | { kind: 'wrong'; text: string }
  | ({ kind: 'run' } & (Typed<Launching> | Typed<Operating>));

export const isLaunching = (typed: Typed<Launching> | Typed<Operating>): typed is Typed<Launching> =>
  isLaunchingName(typed.name);
const isLaunchingName = (name: CommandName): name is Launching => launching.some((one) => one === name);

/** Reads what was typed. Refuses options and words that the command doesn't have, instead of ignoring them. */
export function readCommandLine(words: readonly string[]): CommandLine {
  const { tokens } = parseArgs({
    args: [...words],
    options: { ...options, help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const positionals = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const given = tokens.filter((token) => token.kind === 'option');
  const has = (...names: string[]): boolean => given.some((option) => names.includes(option.name));
  const [name = has('help', 'h') ? 'help' : has('version') ? 'version' : 'start', ...rest] = positionals;
  if (name === 'help') return explain(rest[0]);
  if (!isCommand(name)) return unknown(name);
  if (has('help', 'h')) return explain(name);
  const values: Record<string, string | boolean> = {};
  for (const { name: option, rawName, value } of given) {
    if (option === 'version' && name === 'version') continue;
    const mistake = checkOption(name, { option, rawName, value });
    if (mistake !== null) return wrong(`${mistake} ${howTo(name)}`);
    values[option] = value ?? true;
  }
  return readArgument(name, rest, values);
}

function readArgument(name: CommandName, words: readonly string[], values: OptionValues): CommandLine {
  const { argument } = usageOf(name);
  const [first = '', ...extra] = argument === undefined ? ['', ...words] : words;
  if (extra[0] !== undefined)
    return wrong(`${name} has no place for "${extra[0]}". Put words with spaces in quotes. ${howTo(name)}`);
  if (argument !== undefined && first === '') return wrong(`The ${missing[argument]} is missing. ${howTo(name)}`);
  const { words: known } = usageOf(name);
  if (known?.includes(first) === false) return wrong(`${name} has no action "${first}". ${howTo(name)}`);
  const run = { kind: 'run', argument: first, values } as const;
  return isLaunchingName(name) ? { ...run, name } : { ...run, name };
}

type TypedOption = { option: string; rawName: string; value: string | undefined };

function checkOption(name: CommandName, { option, rawName, value }: TypedOption): string | null {
  const known = usageOf(name).options?.find((one) => one === option);
  if (known === undefined) return `${name} has no option ${rawName}.`;
  const wantsValue = options[known].type === 'string';
  if (wantsValue && (value === undefined || value === '')) return `${rawName} needs a value.`;
  return !wantsValue && value !== undefined ? `${rawName} takes no value.` : null;
}

function explain(name: string | undefined): CommandLine {
  if (name === undefined) return { kind: 'help', text: help };
  if (!isCommand(name)) return unknown(name);
  return { kind: 'help', text: [howTo(name), ...usageOf(name).does.map((line) => `  ${line}`)].join('\n') };
}

const wrong = (text: string): CommandLine => ({ kind: 'wrong', text });
