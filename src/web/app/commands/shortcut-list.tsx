// The list of keyboard shortcuts, and the switch for single keys.
import { paletteId, useCommands, useSingleKeys } from '#web/lib/commands.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SwitchRow } from '#web/ui/switch.tsx';
import './shortcut-list.css';

const ShortcutList = ({ onClose }: { onClose: () => void }) => {
  const [isOn, choose] = useSingleKeys();
  const keyed = useCommands().filter(({ id, key }) => key !== undefined && id !== paletteId);
  return (
    <Dialog
      title="Keyboard shortcuts"
      isOpen
      onClose={onClose}
      actions={
        <Button look="ink" data-first-focus onClick={onClose}>
          Done
        </Button>
      }
    >
      <dl className="keys pairs">
        <Row keys={isOn ? ['Ctrl K', '/'] : ['Ctrl K']} label="Find a command or a listing" />
        {isOn && keyed.map(({ id, key, label }) => <Row key={id} keys={[key ?? '']} label={label} />)}
        <Row keys={['F8']} label="Focus notification" />
        <Row keys={['Esc']} label="Close" />
      </dl>
      <SwitchRow
        id="single-keys"
        title="Single keys"
        text="Off: only Ctrl or ⌘ with K opens commands."
        checked={isOn}
        onChange={({ target }) => choose(target.checked)}
      />
    </Dialog>
  );
};

const Row = ({ keys, label }: { keys: readonly string[]; label: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dd>
  </div>
);

export default ShortcutList;
