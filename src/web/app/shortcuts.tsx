import { useEffect, useState } from 'react';
import { commandOf, hasSingleKeys, useCommand, useCommands, useSingleKeys } from '#web/lib/commands.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SwitchRow } from '#web/ui/switch.tsx';
import { commandWords as words } from '#web/words/commands.ts';
import { CommandPalette, paletteId } from './command-palette.tsx';
import './shortcuts.css';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The palette, the list of shortcuts, and the keys that open them and do the rest. */
export const Shortcuts = () => {
  const [open, setOpen] = useState<'palette' | 'list' | null>(null);
  // One that gives way to the other is told that it closed, too.
  const close = (which: 'palette' | 'list') => setOpen((now) => (now === which ? null : now));
  useCommand({ id: paletteId, words: words.palette, key: '/', run: () => setOpen('palette') });
  useCommand({ id: 'shortcuts', words: words.shortcuts, key: '?', run: () => setOpen('list') });
  // Keys are pressed outside of React's tree too: before anything has the focus.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isModal = document.querySelector('dialog:modal') !== null;
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        if (!isModal) setOpen('palette');
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isModal || isTyping(event.target) || !hasSingleKeys())
        return;
      const command = commandOf(event.key);
      if (command === undefined) return;
      event.preventDefault();
      command.run();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <CommandPalette isOpen={open === 'palette'} onClose={() => close('palette')} />
      <Dialog
        title={words.shortcutsTitle}
        isOpen={open === 'list'}
        onClose={() => close('list')}
        actions={
          <Button look="ink" onClick={() => close('list')}>
            {words.done}
          </Button>
        }
      >
        <ShortcutList />
      </Dialog>
    </>
  );
};

const ShortcutList = () => {
  const [isOn, choose] = useSingleKeys();
  const keyed = useCommands().filter(({ id, key }) => key !== undefined && id !== paletteId);
  return (
    <>
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
    </>
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
