// Names a browser from its User-Agent, for the list of sessions, and says which one this is, for instructions that differ.

const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstOf = (pairs: readonly [RegExp, string][], text: string): string | undefined =>
  pairs.find(([pattern]) => pattern.test(text))?.[1];

/** "Firefox on Linux" for a User-Agent header; its first word if it is not from a browser; null if it is empty. */
export const browserName = (userAgent: string): string | null => {
  const [browser, system] = [firstOf(browsers, userAgent), firstOf(systems, userAgent)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? (userAgent.trim().split(/[\s/]/)[0] || null);
};

export const browserKinds = ['chrome', 'safari', 'firefox'] as const;
export type BrowserKind = (typeof browserKinds)[number];
type Browser = { kind: BrowserKind; isMac: boolean; isPhone: boolean };

/** Edge, Opera, and others are built like Chrome. An iPad's User-Agent says Mac, but no Mac has a touch screen. */
export const browserOf = ({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }): Browser => {
  const [name = ''] = (browserName(userAgent) ?? '').split(' ');
  const isMac = /Macintosh/.test(userAgent) && maxTouchPoints < 2;
  const isPhone = /iPhone|iPad|iPod|Android/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return { kind: name === 'Safari' ? 'safari' : name === 'Firefox' ? 'firefox' : 'chrome', isMac, isPhone };
};

export const thisBrowser = (): Browser => browserOf(navigator);
