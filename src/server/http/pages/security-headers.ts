/** Where the real marketplace keeps the photos of listings. */
const photoHosts = ['https://*.cloudfront.net', 'https://*.poshmark.com'];

/** Origins that photos of listings are loaded from, by the origins of the marketplaces; null where there is none. */
export function pictureSources(origins: { practice: string | null; marketplace: string | null }): string[] {
  const { practice, marketplace } = origins;
  return [...(practice === null ? [] : [practice]), ...(marketplace === null ? [] : [marketplace, ...photoHosts])];
}

type SecurityHeaders = { page: Record<string, string>; api: Record<string, string> };

/** Scripts and styles of a page's own text that may run: those of the build, each by its hash (`'sha256-…'`). */
export type Inline = { scripts: readonly string[]; styles: readonly string[] };

/**
 * What every reply carries. Scripts and styles come from files of our own, or are word for word what the build wrote into a
 * page; `pictureSources` are the origins of listing photos.
 */
export function securityHeaders({
  isHttps,
  pictureSources,
  inline = { scripts: [], styles: [] },
}: {
  isHttps: boolean;
  pictureSources: readonly string[];
  inline?: Inline;
}): SecurityHeaders {
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
  const page = [
    "default-src 'self'",
    ["script-src 'self'", ...inline.scripts].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    `img-src ${["'self'", 'data:', 'blob:', ...pictureSources].join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  return {
    page: { ...shared, 'content-security-policy': page },
    api: { ...shared, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'" },
  };
}
