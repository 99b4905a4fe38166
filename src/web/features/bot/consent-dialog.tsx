import { reportedShareJailRange } from '#domain/bot.ts';
import { count } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type Props = { isOpen: boolean; limit: number; isPending: boolean; onAgree: () => void; onClose: () => void };

/** Asked once, before the first start of a closet that is not practice. */
export const ConsentDialog = ({ isOpen, limit, isPending, onAgree, onClose }: Props) => (
  <Dialog
    title="Before the first share"
    isOpen={isOpen}
    onClose={onClose}
    actions={
      <>
        <Button look="primary" onClick={onAgree} isPending={isPending} pendingText="Starting…">
          I understand, start the bot
        </Button>
        <Button onClick={onClose}>Not now</Button>
      </>
    }
  >
    <p>
      <b>What it does.</b> Hangtag shares your own listings for you, one after the other, about two seconds apart, up to{' '}
      {count(limit)} a day.
    </p>
    <p>
      <b>What the marketplace says.</b> Its guidelines do not allow automation. It may limit sharing for a while
      (sellers report “share jail” from about {count(reportedShareJailRange.low)} to{' '}
      {count(reportedShareJailRange.high)} shares a day), ask for a human check, or suspend the account.
    </p>
    <p>
      <b>How it stays gentle.</b> Uneven gaps, a hard daily cap, and a full stop at any warning or check. It never
      solves or hides from a check, and it says honestly what it is.
    </p>
    <p>Your answer is kept with its date. It is your account and your choice.</p>
  </Dialog>
);
