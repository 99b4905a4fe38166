import { reportedShareJailRange } from '#domain/bot/bot.ts';
import { consentWords as words } from '#web/messages/bot/bot.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type Props = { isOpen: boolean; limit: number; isPending: boolean; onAgree: () => void; onClose: () => void };

/** Asked once, before the first start of a closet that is not practice. */
export const ConsentDialog = ({ isOpen, limit, isPending, onAgree, onClose }: Props) => (
  <Dialog
    title={words.title}
    isOpen={isOpen}
    onClose={onClose}
    actions={
      <>
        <Button look="primary" onClick={onAgree} isPending={isPending} pendingText={words.starting}>
          {words.agree}
        </Button>
        <Button onClick={onClose}>{words.notNow}</Button>
      </>
    }
  >
    <p>
      <b>{words.does}</b> {words.doesText(limit)}
    </p>
    <p>
      <b>{words.says}</b> {words.saysText(reportedShareJailRange.low, reportedShareJailRange.high)}
    </p>
    <p>
      <b>{words.gentle}</b> {words.gentleText}
    </p>
    <p>{words.kept}</p>
  </Dialog>
);
