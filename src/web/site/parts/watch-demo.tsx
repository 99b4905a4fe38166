// The button that opens a demo.
import { paths } from '#contract/pages.ts';
import { Play } from '#web/ui/icons.tsx';

/** Opens a practice closet. `DemoNote` shows an error below the buttons. */
export const WatchDemo = () => (
  <button
    className="btn line lg needs-script"
    type="button"
    data-demo={paths.dashboard}
    data-click="watch-demo"
    aria-describedby="demo-note"
  >
    <Play />
    Watch Demo
  </button>
);

export const DemoNote = () => (
  <>
    <p className="demo-note" id="demo-note" role="status" />
    <noscript>
      <p className="demo-note">The demo and the tools need JavaScript. These pages don’t.</p>
    </noscript>
  </>
);
