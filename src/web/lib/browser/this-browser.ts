// Which browser and which kind of device this is, for instructions that differ between them.
import { browserName } from './browser-name.ts';

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
