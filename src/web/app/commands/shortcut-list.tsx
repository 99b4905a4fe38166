import { paletteId, useCommands, useSingleKeys } from '#web/lib/commands.ts';
import { commandWords as words } from '#web/messages/commands.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SwitchRow } from '#web/ui/switch.tsx';
import './shortcut-list.css';

/** Which keys do what, and whether single ones do anything. */
const ShortcutList = ({ onClose }: { onClose: () => void }) => {
  const [isOn, choose] = useSingleKeys();
  const keyed = useCommands().filter(({ id, key }) => key !== undefined && id !== paletteId);
  return (
    <Dialog
      title={words.shortcutsTitle}
      isOpen
      onClose={onClose}
      actions={
        <Button look="ink" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <dl className="keys">
        <Row keys={isOn ? ['Ctrl K', '/'] : ['Ctrl K']} words={words.palette} />
        {isOn && keyed.map(({ id, key, words: what }) => <Row key={id} keys={[key ?? '']} words={what} />)}
        <Row keys={['F8']} words={words.toasts} />
        <Row keys={['Esc']} words={words.close} />
      </dl>
      <SwitchRow
        id="single-keys"
        title={words.singleKeys}
        text={words.singleKeysText}
        checked={isOn}
        onChange={({ target }) => choose(target.checked)}
      />
    </Dialog>
  );
};

const Row = ({ keys, words: what }: { keys: readonly string[]; words: string }) => (
  <div>
    <dt>{what}</dt>
    <dd>
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dd>
  </div>
);

export default ShortcutList;
