// One line of what the doctor found. A warning works, but the operator should know about it.
export type Finding = { level: 'ok' | 'warning' | 'problem'; what: string };

export const fine = (what: string): Finding => ({ level: 'ok', what });

export const warning = (what: string): Finding => ({ level: 'warning', what });

export const problem = (what: string, remedy?: string): Finding => ({
  level: 'problem',
  what: remedy === undefined ? what : `${what}. ${remedy}`,
});

/** Of a service that an adapter tried. */
export const findingOf = ({ ok, what, remedy }: { ok: boolean; what: string; remedy?: string }): Finding =>
  ok ? fine(what) : problem(what, remedy);

const names = { ok: 'ok     ', warning: 'WARNING', problem: 'PROBLEM' };

export const lineOf = ({ level, what }: Finding): string => `${names[level]}  ${what}`;

const dayMs = 86_400_000;

/** How long ago something happened, for example "today" or "3 days ago". */
export function ageOf(ms: number): string {
  const days = ms / dayMs;
  return days < 1 ? 'today' : days < 2 ? 'yesterday' : `${Math.floor(days)} days ago`;
}
