import { describe, expect, it } from 'vitest';
import { BotSettingsChange } from './bot/settings.ts';
import { CompanionPair } from './companion/extension.ts';
import { Email, name, Phone, SecondStepCode } from './fields.ts';

describe('a phone number', () => {
  it.each(['', '555 0100', '(212) 555-0134', '+1 (212) 555-0134 ext. 7', '212.555.0134 x12', '0049/30/1234567'])(
    'may be %j',
    (given) => expect(Phone.parse(` ${given} `)).toBe(given),
  );
  it.each(['call me', '1', '555', 'maya@example.com', '212-555-0134 or 212-555-0199', '+', '()'])(
    'is not %j',
    (given) => expect(Phone.safeParse(given).success).toBe(false),
  );
});

describe('a pasted field', () => {
  it('is kept without the marks that nobody sees', () => {
    expect(Email.parse('\u202aAda@Example.com\u202c\u00a0')).toBe('Ada@Example.com');
    expect(Email.parse('ada＠example．com')).toBe('ada@example.com');
    expect(Phone.parse('\u202d+1\u00a0212‑555‑0134\u202c')).toBe('+1 212-555-0134');
    expect(name(100).parse('Ma.de\u00a0Jes\u200bús')).toBe('Ma.de Jesús');
    const slot = { startTime: '\u200e9:30', endTime: '２１：３０', enabled: true, daysOfWeek: [1] };
    expect(BotSettingsChange.parse({ scheduledSlots: [slot] }).scheduledSlots).toMatchObject([
      { startTime: '09:30', endTime: '21:30' },
    ]);
  });

  it.each(['Win at evil.de', 'evil.de', 'Ada evil.de Now', 'Ma.de/now Jesus', 'abc.de Fg'])(
    'with the address %s is no name',
    (given) => expect(name(100).safeParse(given).success).toBe(false),
  );

  it('with a code may contain the whole message', () => {
    const pair = { protocol: 1, name: 'Chrome', code: 'Pairing code\nabcd–2345\n9 minutes left' };
    expect(CompanionPair.parse(pair).code).toBe('ABCD2345');
    expect(SecondStepCode.parse('My code: 123\u2009456')).toBe('123456');
    expect(SecondStepCode.parse('abc1-2345-6defg'.slice(0, 14))).toBe('ABC123456DEF');
    expect(SecondStepCode.safeParse('call me').error?.issues[0]?.message).toBe(
      'Enter the 6 digits of your app, or one recovery code',
    );
    expect(SecondStepCode.safeParse(' \u200b').error?.issues[0]?.message).toBe('Enter the code');
  });
});
