/** Those whose title contains the text, whatever the case. What is typed around it as space does not count. */
export const searchTitles = <Item extends { title: string }>(items: readonly Item[], text: string): readonly Item[] => {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? items : items.filter(({ title }) => title.toLowerCase().includes(wanted));
};
