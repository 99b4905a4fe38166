import { expect, it } from 'vitest';
import { inOrder } from './command-palette.tsx';

it('the palette begins with Start, Stop, Sync, and Analyze, then the screens, and ends with Logout', () => {
  const ids = ['logout', 'theme', 'market', 'profile', 'stop', 'analyze', 'dashboard', 'start', 'how', 'sync'];
  const commands = ids.map((id) => ({ id, label: id, run: () => {} }));
  expect(inOrder(commands).map(({ id }) => id)).toEqual([
    'start',
    'stop',
    'sync',
    'analyze',
    'dashboard',
    'market',
    'how',
    'theme',
    'profile',
    'logout',
  ]);
});
