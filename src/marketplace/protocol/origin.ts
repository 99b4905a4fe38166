// Checks the origin of a marketplace.

/**
 * Returns one sentence that says why `text` is not a valid marketplace origin, or null if it is valid. Plain http would send a
 * seller's session unencrypted, so it is allowed only for loopback and private hosts.
 */
export function originMistake(text: string): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'must be an origin such as https://poshmark.com';
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https:// or http://';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return 'must be an origin alone, without a path';
  if (url.protocol === 'http:' && !isPrivateHost(url.hostname)) {
    return 'must begin with https://: plain http is for loopback and private hosts only';
  }
  return null;
}

function isPrivateHost(host: string): boolean {
  if (host.startsWith('[')) return /^\[(::1|f[cd][0-9a-f]{2}:.*|fe80:.*)\]$/i.test(host);
  const [a, b] = host.split('.').map(Number);
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) {
    return a === 127 || a === 10 || (a === 192 && b === 168) || (a === 172 && b !== undefined && b >= 16 && b <= 31);
  }
  return !host.includes('.') || /\.(localhost|local|internal|test)$/.test(host);
}
