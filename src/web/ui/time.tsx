// Times of day, and how long ago something was.
import { ago, fullTime, zonePlace } from '#web/lib/format/format.ts';

type Props = { at: number | string; zone: string };

const iso = (at: number | string): string => new Date(at).toISOString();

/**
 * A time of the day, as short as its place allows; its zone is read out with it, and pointing at it tells all of it. What
 * stands alone shows its zone; in a list the heading shows it once for all.
 */
export const Time = ({
  at,
  zone,
  isZoneShown = false,
  children,
}: Props & { isZoneShown?: boolean; children: string }) => (
  <time dateTime={iso(at)} title={fullTime(at, zone)}>
    {children}
    <span className={isZoneShown ? undefined : 'sr'}> {zonePlace(zone)}</span>
  </time>
);

/** How long ago something was; pointing at it tells the time. */
export const Ago = ({ at, zone, now }: Props & { now: number }) => (
  <time dateTime={iso(at)} title={fullTime(at, zone)}>
    {ago(at, now)}
  </time>
);
