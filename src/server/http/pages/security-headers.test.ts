import { describe, expect, it } from 'vitest';
import { pictureSources, securityHeaders } from './security-headers.ts';

describe('photos of listings', () => {
  it.each([
    ['nowhere', null, null, []],
    ['from the practice marketplace', 'http://127.0.0.1:4010', null, ['http://127.0.0.1:4010']],
    [
      'from the marketplace itself and where it keeps them',
      null,
      'http://marketplace.internal:4010',
      ['http://marketplace.internal:4010', 'https://*.cloudfront.net', 'https://*.poshmark.com'],
    ],
  ])('load %s', (_, practice, marketplace, sources) => {
    expect(pictureSources({ practice, marketplace })).toEqual(sources);
  });

  it('load from nowhere else, and from this machine only in its own browser', () => {
    const pictureSources = ['http://127.0.0.1:4010', 'https://*.cloudfront.net'];
    const { page, nearPage } = securityHeaders({ isHttps: false, pictureSources });
    expect(nearPage['content-security-policy']).toContain(
      "img-src 'self' data: blob: http://127.0.0.1:4010 https://*.cloudfront.net;",
    );
    expect(page['content-security-policy']).toContain("img-src 'self' data: blob: https://*.cloudfront.net;");
  });
});

describe('scripts and styles', () => {
  it('come from our own files, or are those that the build wrote into its pages', () => {
    const inline = { scripts: ["'sha256-one='"], styles: ["'sha256-two='"] };
    const policy = (given?: typeof inline) =>
      securityHeaders({ isHttps: false, pictureSources: [], inline: given }).page['content-security-policy'];
    expect(policy()).toContain("script-src 'self'; style-src 'self';");
    expect(policy(inline)).toContain("script-src 'self' 'sha256-one='; style-src 'self' 'sha256-two=';");
    expect(policy(inline)).not.toContain('unsafe');
  });
});
