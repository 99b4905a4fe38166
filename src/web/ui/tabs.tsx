// Tabs: one panel of several, chosen by its label.
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import './tabs.css';

type Tab<Name extends string> = { name: Name; label: ReactNode };
type Props<Name extends string> = {
  label: string;
  className: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  onChoose: (name: Name) => void;
  /** The panel has its own scroll bar, so it must be reachable by keyboard. */
  isScrolling?: boolean;
  children: ReactNode;
};

/** Follows the ARIA pattern for tabs: there is one Tab stop, and the arrow keys, Home, and End choose a tab. */
export const Tabs = <Name extends string>({
  label,
  className,
  tabs,
  chosen,
  onChoose,
  isScrolling = false,
  children,
}: Props<Name>) => {
  const id = useId();
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const targets: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    const target = targets[event.key];
    const next = target === undefined ? undefined : tabs.at(target % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChoose(next.name);
    document.getElementById(`${id}-${next.name}`)?.focus();
  };
  return (
    <>
      <div className={className} role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ name, label: tabLabel }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={name === chosen ? `${id}-page` : undefined}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {tabLabel}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-page`} aria-labelledby={`${id}-${chosen}`} tabIndex={isScrolling ? 0 : undefined}>
        {children}
      </div>
    </>
  );
};
