// Opens the palette and the shortcut list, and runs the commands that have a key.
import { useEffect, useState } from 'react';
import { commandOf, hasSingleKeys, paletteId, useCommand } from '#web/lib/commands.ts';
import { later } from '#web/ui/later.tsx';
import { toastNote } from '#web/ui/toast-store.ts';
import { MissingDialog } from '../missing.tsx';

/** Prefetched, so that text typed right after the shortcut ends up in the palette's field. */
const CommandPalette = later(() => import('./command-palette.tsx'), {
  failed: (props) => <MissingDialog title="What would you like to do?" {...props} />,
  isPrefetched: true,
});
const ShortcutList = later(() => import('./shortcut-list.tsx'), {
  failed: (props) => <MissingDialog title="Keyboard shortcuts" {...props} />,
});

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export const Shortcuts = () => {
  const [open, setOpen] = useState<'palette' | 'list' | null>(null);
  // Opening one dialog closes the other. That close event must not close the new dialog.
  const close = (which: 'palette' | 'list') => setOpen((now) => (now === which ? null : now));
  useCommand({ id: paletteId, label: 'Find a command or a listing', key: '/', run: () => setOpen('palette') });
  useCommand({ id: 'shortcuts', label: 'Show keyboard shortcuts', key: '?', run: () => setOpen('list') });
  // While nothing has the focus, key events don't reach React's tree, so listen on the document.
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
      if (command.whyNot) toastNote(command.whyNot);
      else command.run();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      {open === 'palette' && <CommandPalette onClose={() => close('palette')} />}
      {open === 'list' && <ShortcutList onClose={() => close('list')} />}
    </>
  );
};
