// Writes `.env.example`, the list of all environment variables.

import { keys, switchSentences } from './config-keys.ts';

/** Every variable with its description, none of them set. */
export function describeEnvironment(): string {
  const entries = Object.values(keys).map(({ name, standard, says, secret }) => [
    `# ${says}`,
    ...(standard === 'unset' ? [] : [`# Default: ${standard.replace('unset: ', '')}`]),
    `# ${name}=`,
    ...(secret ? [`# ${name}_FILE=`] : []),
  ]);
  const switches = Object.entries(switchSentences).map(([name, says]) => [`# ${says}`, `# ${name}=`]);
  const head = [
    '# All environment variables that Hangtag reads.',
    '# Copy this file to .env and set what you need. Docker Compose reads it. Without Docker, run:',
    '#   set -a; . ./.env; set +a; npm start',
    "# Put values with spaces or special characters in single quotes: MAIL_FROM='Hangtag <hangtag@example.com>'",
  ];
  const turn = [
    '# Details of the marketplace that may change. Each has a built-in default; set one only to fix the connector.',
  ];
  return `${[head, ...entries, turn, ...switches].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
