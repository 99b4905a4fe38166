// A value outside React that components can watch.
import { useSyncExternalStore } from 'react';

export const createStore = <Value>(initial: Value) => {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = (): Value => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const set = (next: Value): void => {
    if (Object.is(next, value)) return;
    value = next;
    for (const listener of listeners) listener();
  };
  return { get, set, useValue: (): Value => useSyncExternalStore(subscribe, get, get) };
};
