import { afterEach, expect, it, vi } from 'vitest';
import { StorageInMemory } from '../storage.fixture.ts';
import { forgetWork, keepChoice, keptChoice, workOf } from './kept-choice.ts';

afterEach(() => vi.unstubAllGlobals());

it('signing out forgets unfinished work, which names listings, and keeps choices', () => {
  vi.stubGlobal('localStorage', new StorageInMemory());
  vi.stubGlobal('sessionStorage', new StorageInMemory());
  keepChoice('theme', 'dark');
  keepChoice(workOf('7', 'bulk-edit'), 'Silk slip dress');
  keepChoice(workOf('8', 'bulk-edit'), 'Denim jacket');
  forgetWork();
  expect(keptChoice('theme')).toBe('dark');
  expect([workOf('7', 'bulk-edit'), workOf('8', 'bulk-edit')].map((name) => keptChoice(name))).toEqual([null, null]);
});

it('without storage nothing is kept, and nothing fails', () => {
  keepChoice('theme', 'dark');
  forgetWork();
  expect(keptChoice('theme')).toBeNull();
});
