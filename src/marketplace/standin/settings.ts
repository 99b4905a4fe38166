// Settings and rate limits of the practice marketplace that its control plane can change.

import { z } from 'zod';
import { Profile } from '../profile/profile.ts';

const count = z.number().int().min(0).max(1_000_000);
/** Settings that the control plane's `config` command may change. A limit of 0 means no limit. */
export const settingsSchema = z.object({
  minPrice: count,
  xsrf: z.enum(['strict', 'lenient']),
  moneyAs: z.enum(['string', 'number']),
  /** Of all prices. Writes in another one are refused. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** `auto`: bare without `app_version`, wrapped with it, as the marketplace does. */
  wrapPosts: z.union([z.enum(['auto', 'always', 'never']), z.boolean().transform((on) => (on ? 'always' : 'auto'))]),
  shareLimitPerDay: count,
  burstLimit: count,
  callLimit: count,
  humanCheckStyle: z.enum(['v2', 'legacy', 'page']),
  otpRequired: z.boolean(),
  latencyMs: z.number().int().min(0).max(600_000),
  /** Every call is answered with the maintenance page. */
  maintenance: z.boolean(),
  /** The marketplace to talk like; null: as the wire protocol says. */
  profile: Profile.nullable(),
});
export type Settings = z.output<typeof settingsSchema>;

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
