// A button and the sheet that it opens.

import { paths } from '#contract/pages.ts';
import type { Click } from '#contract/visits.ts';
import { siteMessages } from '#web/messages/site/site.ts';
import { ArrowRight, X } from '#web/ui/icons.tsx';

type Props = { id: string; title: string; more: readonly string[]; click: Click };

/** The browser does all of this without a script: Escape closes the sheet, and the focus returns. */
export const LearnMore = ({ id, title, more, click }: Props) => (
  <>
    <button className="btn line" type="button" popoverTarget={id} data-click={click} aria-describedby={`${id}-of`}>
      Learn More
    </button>
    <div className="site-sheet" id={id} popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
      <div className="site-sheet-head">
        <h3 className="h-title" id={`${id}-title`}>
          {title}
        </h3>
        <button
          className="iconbtn"
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          aria-label="Close"
          // The visitor opened the sheet with the button, so the focus goes to the control that closes it.
          // biome-ignore lint/a11y/noAutofocus: it takes effect when the sheet is opened, not when the page is
          autoFocus
        >
          <X className="ic" aria-hidden="true" />
        </button>
      </div>
      <ul>
        {more.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <a className="site-more" href={paths.howItWorks}>
        {siteMessages.howItWorks}
        <ArrowRight className="ic" aria-hidden="true" />
      </a>
    </div>
  </>
);
