import { paths } from '#contract/pages.ts';
import type { Click } from '#contract/schemas/visits.ts';
import { siteMessages } from '#web/messages/site/site.ts';

type Props = {
  words: string;
  look?: 'pri' | 'ink' | 'line';
  isLarge?: boolean;
  click: Click;
  signedInMessages?: string;
};

/**
 * A call to action in its two forms: for visitors to the sign-in screen, for those who are signed in to their dashboard.
 * Both stand in the page; `/theme.js` says before the first paint which one is seen.
 */
export const Call = ({
  words,
  look = 'pri',
  isLarge = true,
  click,
  signedInMessages = siteMessages.dashboard,
}: Props) => {
  const className = `btn ${look}${isLarge ? ' lg' : ''}`;
  return (
    <>
      <a className={`${className} for-visitors`} href={paths.auth} data-click={click}>
        {words}
      </a>
      <a className={`${className} for-sellers`} href={paths.dashboard}>
        {signedInMessages}
      </a>
    </>
  );
};
