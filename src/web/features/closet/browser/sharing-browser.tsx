// The browser that carries a closet's calls, and whether it is open.
import { useSteadyQuery } from '#web/lib/server/use-steady-query.ts';
import { sharingBrowserMessages as messages } from '#web/messages/closet/browser.ts';
import { throughMessages } from '#web/messages/closet/through.ts';
import { companionsQuery } from './queries.ts';

const SharingBrowser = () => {
  const { data } = useSteadyQuery(companionsQuery());
  if (!data) return throughMessages.browser;
  const { companions } = data;
  const browser =
    companions.find(({ isWorking }) => isWorking) ?? companions.find(({ isAwake }) => isAwake) ?? companions[0];
  if (browser === undefined) return 'No paired browser';
  return messages.of(browser.name, browser.isAwake ? browser.state : 'asleep');
};

export default SharingBrowser;
