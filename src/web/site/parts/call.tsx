// A call to action.
import { paths } from '#contract/pages.ts';
import type { Click } from '#contract/visits/visits.ts';

type Props = {
  text: string;
  look?: 'pri' | 'ink' | 'line';
  isLarge?: boolean;
  click: Click;
  signedInText?: string;
};

/**
 * Leads visitors to the auth screen, and signed-in sellers to their dashboard. The page contains both links, and `/theme.js`
 * decides before the first paint which one shows.
 */
export const Call = ({ text, look = 'pri', isLarge = true, click, signedInText = 'Open your dashboard' }: Props) => {
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
