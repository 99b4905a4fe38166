// Settings and rate limits of the practice marketplace that its control plane can change.

import type { Profile } from '../profile/profile.ts';

/** Settings that the control plane's `config` command may change. A limit of 0 means no limit. */
export type Settings = {
  minPrice: number;
  xsrf: 'strict' | 'lenient';
  moneyAs: 'string' | 'number';
  /** Of all prices. Writes in another one are refused. */
  currency: string;
  /** `auto`: bare without `app_version`, wrapped with it, as the marketplace does. */
  wrapPosts: 'auto' | 'always' | 'never';
  shareLimitPerDay: number;
  burstLimit: number;
  callLimit: number;
  humanCheckStyle: 'v2' | 'legacy' | 'page';
  otpRequired: boolean;
  latencyMs: number;
  /** Every call is answered with the maintenance page. */
  maintenance: boolean;
  /** The marketplace to talk like; null: as the wire protocol says. */
  profile: Profile | null;
};

export type LimitSet = 'demo' | 'off';

const limits: Record<LimitSet, Pick<Settings, 'shareLimitPerDay' | 'burstLimit' | 'callLimit'>> = {
  demo: { shareLimitPerDay: 5000, burstLimit: 40, callLimit: 120 },
  off: { shareLimitPerDay: 0, burstLimit: 0, callLimit: 0 },
};

export function defaultSettings(set: LimitSet): Settings {
  return {
    minPrice: 3,
    xsrf: 'strict',
    moneyAs: 'string',
    currency: 'USD',
    wrapPosts: 'auto',
    ...limits[set],
    humanCheckStyle: 'v2',
    otpRequired: false,
    latencyMs: 0,
    maintenance: false,
    profile: null,
  };
}

/** The settings with a profile in force, and what follows from it. Without a profile those settings go back to their defaults. */
export function talkingLike(settings: Settings, profile: Profile | null): Settings {
  const { minPrice, wrapPosts } = defaultSettings('off');
  return {
    ...settings,
    profile,
    minPrice: profile?.switches.minPrice ?? minPrice,
    // A bare listing has nothing around it that could be renamed.
    wrapPosts: profile?.calls.post?.receives === undefined ? wrapPosts : 'always',
  };
}
