import { afterEach, expect, it, vi } from 'vitest';
import { forgetWork, keepChoice, keptChoice, workOf } from './kept-choice.ts';

afterEach(() => vi.unstubAllGlobals());

/** Like a browser's storage: each name is a property, and the methods are not. */
class Storage {
  [name: string]: unknown;
  getItem(name: string) {
    return Object.hasOwn(this, name) ? this[name] : null;
  }
  setItem(name: string, value: string) {
    this[name] = value;
  }
  removeItem(name: string) {
    delete this[name];
  }
}

it('signing out forgets unfinished work, which names listings, and keeps choices', () => {
  vi.stubGlobal('localStorage', new Storage());
  vi.stubGlobal('sessionStorage', new Storage());
  keepChoice('theme', 'dark');
  keepChoice(workOf('7', 'bulk-edit'), 'Silk slip dress');
  keepChoice(workOf('8', 'bulk-edit'), 'Denim jacket');
  forgetWork();
  expect(keptChoice('theme')).toBe('dark');
  expect([workOf('7', 'bulk-edit'), workOf('8', 'bulk-edit')].map(keptChoice)).toEqual([null, null]);
});

it('without storage nothing is kept, and nothing fails', () => {
  keepChoice('theme', 'dark');
  forgetWork();
  expect(keptChoice('theme')).toBeNull();
});
