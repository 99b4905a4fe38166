import { describe, expect, it } from 'vitest';
import { openPlaces } from './serve-front.ts';

const config = {
  publicUrl: null,
  trustedProxies: { kind: 'none' as const },
  host: '127.0.0.1',
  port: 5000,
  operator: { name: null, email: null },
  analytics: false,
  marketplaceUrl: null,
};

describe('the placeholders of public pages', () => {
  it('are filled from the settings, escaped so that they cannot become markup', () => {
    const operator = { name: 'Ada & <Sons>', email: "o'hara&co@example.com" };
    const places = openPlaces(
      { ...config, publicUrl: new URL('https://hangtag.example'), operator, analytics: true },
      false,
    );
    expect(places).toEqual({
      computer: 'server',
      publicUrl: 'https://hangtag.example',
      operator: 'Ada &#38; &#60;Sons&#62;',
      operatorContact: '<a href="mailto:o&#39;hara&#38;co@example.com">o&#39;hara&#38;co@example.com</a>',
      counting: 'on',
      closets: 'practice',
    });
  });

  it('say so if the operator has not given a name', () => {
    const places = openPlaces(config, true);
    expect(places.publicUrl).toBe('http://localhost:5000');
    expect(places.operator).toContain('hasn’t added a name yet');
    expect(places.operatorContact).toContain('contact form');
    expect(places.counting).toBe('off');
  });

  it('say whether closets at the real marketplace can be linked', () => {
    expect(openPlaces(config, true).computer).toBe('own');
    const publicUrl = new URL('https://hangtag.example');
    for (const [change, computer] of [
      [{}, 'server'],
      [{ publicUrl }, 'server'],
      [{ host: '0.0.0.0', publicUrl }, 'server'],
      [{ host: '0.0.0.0' }, 'network'],
      [{ host: '192.168.1.5' }, 'network'],
    ] as const)
      expect(openPlaces({ ...config, ...change }, false).computer).toBe(computer);
    expect(openPlaces({ ...config, marketplaceUrl: new URL('https://poshmark.com') }, true).closets).toBe('real');
  });
});
