// What the sections of the operator page are made of.
import { type ReactNode, useId } from 'react';
import { ago, clockTimeNear, fullTime } from '#web/format/format.ts';
import { deviceZone } from '#web/lib/browser/device-zone.ts';

/** The operator reads times of the own device. */
export const zone = deviceZone() ?? 'UTC';

export const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const heading = useId();
  return (
    <section className="op-section" aria-labelledby={heading}>
      <h2 className="h-title" id={heading}>
        {title}
      </h2>
      {children}
    </section>
  );
};

/** Rows between hairlines; nothing at all if there are none. */
export const Rows = ({ children }: { children: readonly ReactNode[] }) =>
  children.length > 0 && <ul className="op-rows">{children}</ul>;

export const Nothing = ({ children }: { children: string }) => <p className="mute">{children}</p>;

/** 3 minutes ago. The tooltip shows the time. */
export const Since = ({ at, now, text }: { at: string; now: number; text?: (when: string) => string }) => (
  <time dateTime={at} title={fullTime(at, zone)}>
    {text ? text(ago(at, now)) : ago(at, now)}
  </time>
);

export const timeNear = (at: string, now: number): string => clockTimeNear(at, now, zone);
