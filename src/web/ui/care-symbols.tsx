// The symbols of the care label.
import type { ReactNode } from 'react';
import './care.css';

const CareSymbol = ({ children }: { children: ReactNode }) => (
  <svg className="care-ic" viewBox="0 0 32 28" aria-hidden="true">
    {children}
  </svg>
);

/** A hand in a tub: a human pace. */
export const HandWash = () => (
  <CareSymbol>
    <path d="M3 8.500c1.8 1.3 3.4 1.3 5.2 0M23.8 8.500c1.8 1.3 3.4 1.3 5.2 0M3 8.5 6.2 24h19.600L29 8.5" />
    <path d="M12 3.500v10.500c0 3 1.8 5 4.5 5s4.5-2 4.5-4.500V9.200a1.5 1.5 0 0 0-3 0V5a1.5 1.5 0 0 0-3 0V3.500a1.5 1.5 0 0 0-3 0z" />
  </CareSymbol>
);

/** A tub with a number in it: the daily limit. */
export const Tub = ({ children }: { children: string }) => (
  <CareSymbol>
    <path d="M2.5 6.500c2.2 2 4.5 2 6.750 0s4.5-2 6.750 0 4.5 2 6.750 0 4.5-2 6.750 0M2.5 6.5 6 24h20l3.5-17.5" />
    <text x="16" y="19.5" className={children.length > 5 ? 'tub-number long' : 'tub-number'}>
      {children}
    </text>
  </CareSymbol>
);

/** A clock in a square: only in certain hours. */
export const ClockSquare = () => (
  <CareSymbol>
    <rect x="5" y="3" width="22" height="22" />
    <circle cx="16" cy="14" r="8" />
    <path d="M16 9v5l3.5 2.5" />
  </CareSymbol>
);

/** A crossed-out triangle: never evades a check. */
export const CrossedTriangle = () => (
  <CareSymbol>
    <path d="M16 3 29 25H3zM6 4l20 21M26 4 6 25" />
  </CareSymbol>
);

/** An iron: smooth offers. */
export const Iron = () => (
  <CareSymbol>
    <path d="M2 23h28L27 8H12M2 23c1-6 5-9.5 12-9.500h14" />
    <circle cx="16" cy="18.5" r="1.2" />
  </CareSymbol>
);

/** A check mark in a circle: checked by hand. */
export const TickedCircle = () => (
  <CareSymbol>
    <circle cx="16" cy="14" r="10.5" />
    <path d="M11.5 14.5 15 18l6-7.5" />
  </CareSymbol>
);
