// The choice to keep the bot's last state on this device, for when it has no connection.
import { useKeepsLastState } from '#web/lib/last-state.ts';
import { SwitchRow } from '#web/ui/switch.tsx';

export const KeepLastState = () => {
  const [isOn, turn] = useKeepsLastState();
  return (
    <SwitchRow
      id="keep-last-state"
      title="Keep the last state on this device"
      text="Without a connection, Hangtag then shows whether the bot was running, how many shares it had made, and when that was. Names, listings, and prices are not kept, and logging out erases it."
      checked={isOn}
      onChange={({ target }) => turn(target.checked)}
    />
  );
};
