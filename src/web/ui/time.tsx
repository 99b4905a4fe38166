// Shows times of day, and how long ago something was.
import { ago, fullTime, zonePlace } from '#web/format/format.ts';

type Props = { at: number | string; zone: string };

const iso = (at: number | string): string => new Date(at).toISOString();

/**
 * A short time of day. Screen readers also get its zone, and the tooltip shows the full date. A time that stands alone shows its
 * zone; in a list the heading shows the zone once.
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

/** How long ago something was. The tooltip shows the time. */
export const Ago = ({ at, zone, now }: Props & { now: number }) => (
  <time dateTime={iso(at)} title={fullTime(at, zone)}>
    {ago(at, now)}
  </time>
);
