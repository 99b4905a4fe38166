// The list of commands for the palette and the single keys. Screens add theirs while they are mounted.
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { keepChoice, keptChoice } from './browser/kept-choice.ts';
import { createStore } from './store.ts';

/** Something that the seller can do from the palette, or by its key. */
export type Command = {
  id: string;
  label: string;
  /** A single key, such as `d`. */
  key?: string;
  /** Why it can't run now. The palette lists it with the reason, and its key only says the reason. */
  whyNot?: string | null;
  run: () => void;
};

/** The command that opens the palette. The palette doesn't list it. */
export const paletteId = 'palette';

const commands = createStore<readonly Command[]>([]);

/** Offers a command while the component is mounted; null offers none. */
export const useCommand = (command: Command | null): void => {
  const latest = useRef(command);
  const { id, label, key, whyNot = null } = command ?? {};
  // The list lives outside React: the commands come from screens that don't know each other.
  useEffect(() => {
    latest.current = command;
  });
  useEffect(() => {
    if (id === undefined || label === undefined) return;
    const own: Command = { id, label, ...(key && { key }), whyNot, run: () => latest.current?.run() };
    commands.set([...commands.get().filter((other) => other.id !== id), own]);
    return () => commands.set(commands.get().filter((other) => other !== own));
  }, [id, label, key, whyNot]);
};

export const useCommands = commands.useValue;

export const commandOf = (key: string): Command | undefined => commands.get().find((command) => command.key === key);

const keysName = 'single-keys';
const keysChanged = 'single-keys-change';

/** Sellers can turn single keys off, because speech input may press them by accident (WCAG 2.1.4). */
export const hasSingleKeys = (): boolean => keptChoice(keysName) !== 'off';

export const useSingleKeys = (): [boolean, (isOn: boolean) => void] => {
  const isOn = useSyncExternalStore((draw) => {
    addEventListener(keysChanged, draw);
    return () => removeEventListener(keysChanged, draw);
  }, hasSingleKeys);
  return [
    isOn,
    (next) => {
      keepChoice(keysName, next ? 'on' : 'off');
      dispatchEvent(new Event(keysChanged));
    },
  ];
};
