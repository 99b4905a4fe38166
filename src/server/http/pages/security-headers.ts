// The security headers of every reply, including the content security policy.

import { isLoopback } from '#domain/text/loopback.ts';

/** Hosts that serve Poshmark's listing photos. */
const photoHosts = ['https://*.cloudfront.net', 'https://*.poshmark.com'];

/** The origins that listing photos are loaded from. null if there is no such marketplace. */
export function pictureSources(origins: { practice: string | null; marketplace: string | null }): string[] {
  const { practice, marketplace } = origins;
  return [...(practice === null ? [] : [practice]), ...(marketplace === null ? [] : [marketplace, ...photoHosts])];
}

/** `nearPage`: for a browser on this machine, the only one that reaches a practice marketplace here. */
type SecurityHeaders = Record<'page' | 'nearPage' | 'api', Record<string, string>>;

/** Inline scripts and styles of the built pages, each by its hash (`'sha256-…'`). Only these may run. */
export type Inline = { scripts: readonly string[]; styles: readonly string[] };

/** Scripts and styles may come from our own files, or inline exactly as the build wrote them. */
export function securityHeaders(given: {
  isHttps: boolean;
  pictureSources: readonly string[];
  inline?: Inline;
}): SecurityHeaders {
  const { isHttps, pictureSources, inline = { scripts: [], styles: [] } } = given;
  const shared = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
  const policyOf = (pictures: readonly string[]) =>
    [
      "default-src 'self'",
      ["script-src 'self'", ...inline.scripts].join(' '),
      ["style-src 'self'", ...inline.styles].join(' '),
      `img-src ${["'self'", 'data:', 'blob:', ...pictures].join(' ')}`,
      "font-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ');
  const isFar = (source: string) => !isLoopback(new URL(source).hostname);
  return {
    page: { ...shared, 'content-security-policy': policyOf(pictureSources.filter(isFar)) },
    nearPage: { ...shared, 'content-security-policy': policyOf(pictureSources) },
    api: { ...shared, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'" },
  };
}
