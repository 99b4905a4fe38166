// The command palette, one field that finds commands and listings, and the list of keyboard shortcuts.
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { type Command, paletteId, useCommands, useSingleKeys } from '#web/lib/commands.ts';
import { paths } from '#web/lib/paths.ts';
import { listingsQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SwitchRow } from '#web/ui/switch.tsx';
import '#web/ui/modal.css';
import './command-palette.css';

const mostListings = 6;

const fits = (text: string, typed: string): boolean =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => text.toLowerCase().includes(part));

const CommandDialog = ({ shown, onClose }: { shown: 'palette' | 'list'; onClose: () => void }) =>
  shown === 'palette' ? <CommandPalette onClose={onClose} /> : <ShortcutList onClose={onClose} />;

export default CommandDialog;

const CommandPalette = ({ onClose }: { onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  // `showModal` is a method of the element, and no attribute opens a modal dialog. Closed before it is gone, it returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element?.open) element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="modal palette"
      aria-label="What would you like to do?"
      // In development React opens it twice, and the event of the first close comes late.
      onClose={({ currentTarget }) => !currentTarget.open && onClose()}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
      onKeyDown={() => {}}
    >
      <Finder onDone={onClose} />
    </dialog>
  );
};

const useMatches = (typed: string): { commands: Command[]; listings: Command[]; isReading: boolean } => {
  const [, navigate] = useLocation();
  const commands = useCommands()
    .toSorted((a, b) => rank(a) - rank(b))
    .filter(({ id, label }) => id !== paletteId && fits(label, typed));
  // Not every screen shows listings, so they may not be loaded yet.
  const { data: listings = [], isLoading: isReading } = useQuery({ ...listingsQuery, enabled: typed !== '' });
  if (typed === '') return { commands, listings: [], isReading };
  return {
    commands,
    isReading,
    listings: listings
      .filter(({ isActive, title }) => isActive && fits(title, typed))
      .slice(0, mostListings)
      .map(({ id, title }) => ({
        id: `listing-${id}`,
        label: title,
        run: () => navigate(`${paths.marketAnalysis}?listing=${encodeURIComponent(id)}`),
      })),
  };
};

const useFinder = (onDone: () => void) => {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { commands, listings, isReading } = useMatches(typed.trim());
  const all = [...commands, ...listings];
  const chosen = all[Math.min(at, all.length - 1)];
  const take = (command: Command) => {
    // The reason is beside it. Closing the palette would hide it.
    if (command.whyNot) return;
    onDone();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((Math.min(at, all.length - 1) + step + all.length) % Math.max(1, all.length));
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      take(chosen);
    }
  };
  const type = (text: string) => {
    setTyped(text);
    setAt(0);
  };
  return { typed, type, all, listings, isReading, chosen, choose: setAt, take, onKeyDown };
};

const Finder = ({ onDone }: { onDone: () => void }) => {
  const id = useId();
  const { typed, type, all, listings, isReading, chosen, choose, take, onKeyDown } = useFinder(onDone);
  return (
    <div className="palette-paper">
      <input
        className="input"
        type="text"
        role="combobox"
        aria-label="Find a command or a listing"
        placeholder="Find a command or a listing"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && `${id}-${chosen.id}`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label="What would you like to do?">
        {all.map((command, at) => (
          <Option
            key={command.id}
            id={`${id}-${command.id}`}
            command={command}
            isChosen={command === chosen}
            isListing={listings.includes(command)}
            onTake={() => take(command)}
            onPoint={() => choose(at)}
          />
        ))}
      </div>
      {all.length === 0 && !isReading && (
        <p className="palette-none" role="status">
          No results for “{typed.trim()}”
        </p>
      )}
      <p className="small palette-how">↑↓ to choose, Enter to run, Esc to close</p>
    </div>
  );
};

type OptionProps = {
  id: string;
  command: Command;
  isChosen: boolean;
  isListing: boolean;
  onTake: () => void;
  onPoint: () => void;
};

const Option = ({ id, command, isChosen, isListing, onTake, onPoint }: OptionProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus (ARIA pattern: combobox)
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
  <div
    id={id}
    role="option"
    aria-selected={isChosen}
    aria-disabled={command.whyNot ? true : undefined}
    onClick={onTake}
    onPointerMove={onPoint}
  >
    <span>{command.label}</span>
    {command.whyNot && <span className="small">{command.whyNot}</span>}
    {command.key && <kbd>{command.key}</kbd>}
    {isListing && <span className="small">listing</span>}
  </div>
);

/** The others stay in the order in which they were added. */
const order = ['start', 'stop', 'sync', 'analyze', 'dashboard', 'market', 'api-test', 'how', 'others', 'logout'];
const rank = ({ id }: Command): number => order.indexOf(order.includes(id) ? id : 'others');

const ShortcutList = ({ onClose }: { onClose: () => void }) => {
  const [isOn, choose] = useSingleKeys();
  const keyed = useCommands().filter(({ id, key }) => key !== undefined && id !== paletteId);
  return (
    <Dialog
      title="Keyboard shortcuts"
      isOpen
      onClose={onClose}
      actions={
        <Button look="ink" data-first-focus onClick={onClose}>
          Done
        </Button>
      }
    >
      <dl className="keys pairs">
        <Row keys={isOn ? ['Ctrl K', '/'] : ['Ctrl K']} label="Find a command or a listing" />
        {isOn && keyed.map(({ id, key, label }) => <Row key={id} keys={[key ?? '']} label={label} />)}
        <Row keys={['F8']} label="Focus notification" />
        <Row keys={['Esc']} label="Close" />
      </dl>
      <SwitchRow
        id="single-keys"
        title="Single keys"
        text="Off: only Ctrl or ⌘ with K opens commands."
        checked={isOn}
        onChange={({ target }) => choose(target.checked)}
      />
    </Dialog>
  );
};

const Row = ({ keys, label }: { keys: readonly string[]; label: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dd>
  </div>
);
