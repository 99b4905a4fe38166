// An empty rail.
import { properties } from '#web/lib/browser/custom-properties.ts';
import './hangers.css';

const places = [8, 17, 25, 38, 46, 58, 67, 79, 91];

export const Hangers = ({ label }: { label: string }) => (
  <div className="hangers" role="img" aria-label={label}>
    <div className="pipe" />
    {places.map((x) => (
      <svg key={x} viewBox="0 0 64 72" style={properties({ x })} aria-hidden="true">
        <path d="M24 13a8 8 0 1 1 10.5 7.5c-1.7.7-2.5 1.7-2.5 3.5V38M32 38 5 55c-2 1.5-1 4 1.5 4h51c2.5 0 3.5-2.5 1.5-4z" />
      </svg>
    ))}
  </div>
);
