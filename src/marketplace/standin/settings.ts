// Settings and rate limits of the practice marketplace that its control plane can change.

/** Settings that the control plane's `config` command may change (wire protocol 16). A limit of 0 means no limit. */
export type Settings = {
  minPrice: number;
  xsrf: 'strict' | 'lenient';
  moneyAs: 'string' | 'number';
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
    wrapPosts: 'auto',
    ...limits[set],
    humanCheckStyle: 'v2',
    otpRequired: false,
    latencyMs: 0,
    maintenance: false,
  };
}
