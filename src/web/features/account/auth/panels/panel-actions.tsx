// The two buttons of a panel on the auth screen: one continues, the other closes the panel.
import { authMessages } from '#web/messages/account/auth.ts';
import { Button } from '#web/ui/button.tsx';

type Props = {
  verb: string;
  isPending: boolean;
  pendingText: string;
  /** Without it, the button submits the form around it. */
  onGo?: () => void;
  onClose: () => void;
};

export const PanelActions = ({ verb, isPending, pendingText, onGo, onClose }: Props) => (
  <div className="reset-actions">
    <Button type={onGo ? 'button' : 'submit'} look="ink" onClick={onGo} isPending={isPending} pendingText={pendingText}>
      {verb}
    </Button>
    <Button look="bare" onClick={onClose}>
      {authMessages.cancel}
    </Button>
  </div>
);
