// Texts of the list of listings in market analysis.
import { count, counted } from '#web/format/format.ts';

const listings = (number: number): string => counted(number, 'listing');

export const worklistMessages = {
  label: 'Listings',
  grid: 'Grid',
  table: 'Table',
  noBrand: 'No brand',
  noCategory: 'No category',
  option: (value: string, number: number) => `${value} (${count(number)})`,
  newWithTags: 'New with tags',
  withoutCost: 'Without a cost',
  quiet: (days: number) => `Quiet for ${counted(days, 'day')}`,
  sharings: { all: 'All listings', shared: 'Shared in rounds', skipped: 'Skipped' },
  found: (found: number, all: number) => `${count(found)} of ${listings(all)}`,
  sorts: {
    age: 'Newest',
    '-age': 'Oldest',
    '-likes': 'Most likes',
    likes: 'Fewest likes',
    lastShared: 'Shared longest ago',
    '-lastShared': 'Shared most recently',
    '-price': 'Highest price',
    price: 'Lowest price',
    '-net': 'Highest net',
    net: 'Lowest net',
    '-profit': 'Highest profit',
    profit: 'Lowest profit',
    '-cost': 'Highest cost',
    cost: 'Lowest cost',
    title: 'Title, A to Z',
    '-title': 'Title, Z to A',
  },
  floor: (price: string) => `Floor ${price}`,
  profit: (amount: string, isLoss: boolean) => `${amount} ${isLoss ? 'loss' : 'profit'}`,
  skipped: 'Skipped',
  select: (title: string) => `Select ${title}`,
} as const;
