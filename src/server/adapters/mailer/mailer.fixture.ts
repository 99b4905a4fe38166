// Tests that every mailer must pass.

import { describe, expect, test } from 'vitest';
import type { Mailer } from '#domain/ports/mailer.ts';

export function mailerSuite(name: string, make: () => Promise<Mailer>): void {
  describe(name, () => {
    test('takes a plain mail', async () => {
      const mailer = await make();
      await mailer.send({ to: 'ann@example.com', subject: 'Hello', text: 'A line.', replyTo: 'bob@example.com' });
      await mailer.close();
    });

    test.each([
      'ann@example.com, eve@example.com',
      'ann@example.com;eve@example.com',
      'Ann <ann@example.com>',
      'ann@example.com\r\nBcc: eve@example.com',
      'ann@example.com\nRCPT TO:<eve@example.com>',
      'ann',
      '',
      `${'a'.repeat(250)}@example.com`,
    ])('sends nothing to %j', async (address) => {
      const mailer = await make();
      await expect(mailer.send({ to: address, subject: 'x', text: 'x' })).rejects.toThrow('one plain address');
      await expect(mailer.send({ to: 'ann@example.com', subject: 'x', text: 'x', replyTo: address })).rejects.toThrow(
        'one plain address',
      );
      await mailer.close();
    });

    test('closes more than once', async () => {
      const mailer = await make();
      await mailer.close();
      await mailer.close();
    });
  });
}
