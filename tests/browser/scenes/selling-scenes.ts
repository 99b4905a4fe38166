// The scenes of what sells more: one tab after the other.

import { paths } from '#contract/pages.ts';
import type { Walk } from './scene.ts';

export const sellingWalk: Walk = {
  scenes: [
    {
      name: 'offers',
      arrange: async ({ page, enter }) => {
        await enter({ closet: 'practice', path: paths.selling });
        await page.getByRole('heading', { name: 'Selling', level: 1 }).waitFor();
      },
    },
  ],
};
