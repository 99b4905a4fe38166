// Shows times of day, and how long ago something was.
import { ago, fullTime, zoneNote } from '#web/format/format.ts';

type Props = { at: number | string; zone: string };
type TimeProps = Props & { isZoneShown?: boolean; children: string };

const iso = (at: number | string): string => new Date(at).toISOString();

/** The tooltip has the full date and zone. A time on its own names its zone only if the device is in another one. */
export const Time = ({ at, zone, isZoneShown = false, children }: TimeProps) => (
  <time dateTime={iso(at)} title={fullTime(at, zone)}>
    {children}
    {isZoneShown && zoneNote(zone)}
  </time>
);

export const Ago = ({ at, zone, now }: Props & { now: number }) => (
  <time dateTime={iso(at)} title={fullTime(at, zone)}>
    {ago(at, now)}
  </time>
);
