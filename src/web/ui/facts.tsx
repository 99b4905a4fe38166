// Facts with their names: one below the other, each name on the left and its value on the right.
import type { ReactNode } from 'react';

/** What is null or false is left out. Nothing at all if nothing is left. `isClose`: small, and without lines. */
type Props = { facts: readonly (readonly [string, ReactNode] | null | false)[]; isClose?: boolean };

export const Facts = ({ facts, isClose = false }: Props) => {
  const known = facts.filter((fact) => fact !== null && fact !== false);
  return (
    known.length > 0 && (
      <dl className={isClose ? 'pairs close small' : 'pairs'}>
        {known.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    )
  );
};
