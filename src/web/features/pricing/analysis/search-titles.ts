/** The items whose title contains the text. Ignores case, and spaces before and after the text. */
export const searchTitles = <Item extends { title: string }>(items: readonly Item[], text: string): readonly Item[] => {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? items : items.filter(({ title }) => title.toLowerCase().includes(wanted));
};
