// A call to action.
import { paths } from '#contract/pages.ts';
import type { Click } from '#contract/schemas/visits.ts';
import { siteMessages } from '#web/messages/site/site.ts';

type Props = {
  text: string;
  look?: 'pri' | 'ink' | 'line';
  isLarge?: boolean;
  click: Click;
  signedInText?: string;
};

/**
 * A call to action in its two forms: for visitors to the sign-in screen, for those who are signed in to their dashboard.
 * Both stand in the page; `/theme.js` says before the first paint which one is seen.
 */
export const Call = ({ text, look = 'pri', isLarge = true, click, signedInText = siteMessages.dashboard }: Props) => {
  const className = `btn ${look}${isLarge ? ' lg' : ''}`;
  return (
    <>
      <a className={`${className} for-visitors`} href={paths.auth} data-click={click}>
        {text}
      </a>
      <a className={`${className} for-sellers`} href={paths.dashboard}>
        {signedInText}
      </a>
    </>
  );
};
