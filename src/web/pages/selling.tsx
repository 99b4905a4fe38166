// What sells more: offers by rule, price drops by plan, parties and share-backs, and whether sharing sells at all.
import { paths } from '#web/lib/paths.ts';
import { loadedTab, type Tab, TabbedPage } from './tabbed-page.tsx';

const tabs: readonly Tab[] = [
  {
    path: paths.selling,
    name: 'Offers',
    Content: loadedTab(() => import('#web/features/offers/offers-section.tsx')),
  },
  {
    path: paths.drops,
    name: 'Price drops',
    Content: loadedTab(() => import('#web/features/drops/drops-section.tsx')),
  },
  {
    path: paths.parties,
    name: 'Parties',
    Content: loadedTab(() => import('#web/features/parties/parties-section.tsx')),
  },
  {
    path: paths.experiment,
    name: 'Does sharing sell?',
    Content: loadedTab(() => import('#web/features/experiment/experiment-section.tsx')),
  },
];

const Selling = () => <TabbedPage name="Selling" tabs={tabs} />;

export default Selling;
