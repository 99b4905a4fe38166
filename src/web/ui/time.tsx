// Times of day, and how long ago something was.
import { ago, fullTime, zoneNote } from '#web/format/format.ts';

type Props = { at: number | string; zone: string };

const iso = (at: number | string): string => new Date(at).toISOString();

/**
 * A short time of day. The tooltip holds the full date with its zone. In a list the heading names the zone once; a time that
 * stands alone names it where the device is in another zone.
 */
export const Time = ({
  at,
  zone,
  isZoneShown = false,
  children,
}: Props & { isZoneShown?: boolean; children: string }) => (
  <time dateTime={iso(at)} title={fullTime(at, zone)}>
    {children}
    {isZoneShown && zoneNote(zone)}
  </time>
);

/** How long ago something was. The tooltip holds the time. */
export const Ago = ({ at, zone, now }: Props & { now: number }) => (
  <time dateTime={iso(at)} title={fullTime(at, zone)}>
    {ago(at, now)}
  </time>
);
