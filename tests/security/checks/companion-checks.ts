// Security checks with a script in place of a paired browser: what it sends holds up nobody else.
import { bystanderText, openBystander } from '../fuzz/bystander.ts';
import { type Checks, type RunningServer, registerSeller } from './running-server.ts';

/** One such answer took 1.8 s of everybody's time before. */
const servedWithinMs = 1_000;
const manyFields = Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [`h${n}`, 'x']));
const answer = JSON.stringify({
  protocol: 1,
  outcome: { kind: 'answered', status: 200, path: '/', headers: manyFields, body: '' },
});
const deep = `{"protocol":1,"recording":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;

/** The token of a script that a new seller has paired. */
async function pairScript(server: RunningServer): Promise<string> {
  const cookie = await registerSeller(server, 'script@example.com');
  const from = '127.61.0.1';
  const made = await server.call('/api/user/companions/code', { method: 'POST', headers: { cookie }, from });
  const { code } = JSON.parse(made.text) as { code: string };
  const body = { protocol: 1, code, name: 'Script' };
  const paired = await server.call('/api/companion/pair', { method: 'POST', body, from });
  return (JSON.parse(paired.text) as { token: string }).token;
}

export const companionChecks = {
  async 'a script in place of a paired browser holds nobody up'(server, say) {
    const token = await pairScript(server);
    const headers = { authorization: `Bearer ${token}` };
    const send = (place: string, body: unknown, n: number) =>
      server
        .call(place, { method: 'POST', body, headers, from: `127.62.0.${1 + (n % 200)}` })
        .then(({ status, text }) => ({ status, text }))
        .catch(() => ({ status: 0, text: '' }));
    const from = '127.63.0.1';
    const cookie = await registerSeller(server, 'beside-the-script@example.com');
    const bystander = openBystander(() => server.call('/api/user', { headers: { cookie }, from }));
    const asked = [undefined, crypto.randomUUID()].map((id) => `/api/companion/answer${id ? `?requestId=${id}` : ''}`);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => send(asked[n % 2] ?? '', answer, n)));
    const recording = await send('/api/companion/recording', deep, 0);
    const state = { protocol: 1, version: '1', state: 'ready' };
    const polls = await Promise.all(Array.from({ length: 300 }, (_, n) => send('/api/companion/next', state, n)));
    const seen = await bystander.stop();
    const refused = polls.filter(({ status }) => status === 429).length;
    say(`20 answers of 300,000 fields, 300 polls at once of which ${refused} were refused; ${bystanderText(seen)}`);
    // An account has one place to answer, and two more may wait.
    if (answers.some(({ status, text }) => status !== 429 && !(status === 200 && text.includes('false'))))
      return `answers to nothing are answered with ${answers.map(({ status }) => status)}`;
    if (recording.status !== 400) return `a recording of 20,000 levels is answered with ${recording.status}`;
    if (refused < 200) return `only ${refused} of 300 polls at once are refused`;
    if (seen.failed > 0) return `${seen.failed} calls of another seller failed`;
    return seen.mostMs <= servedWithinMs ? null : `another seller waited ${seen.mostMs} ms`;
  },
} satisfies Checks;
