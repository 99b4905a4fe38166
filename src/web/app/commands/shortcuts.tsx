import { lazy, Suspense, useEffect, useState } from 'react';
import { commandOf, hasSingleKeys, paletteId, useCommand } from '#web/lib/commands.ts';
import { commandMessages as messages } from '#web/messages/commands.ts';

const loadPalette = () => import('./command-palette.tsx');
const CommandPalette = lazy(loadPalette);
const ShortcutList = lazy(() => import('./shortcut-list.tsx'));

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The palette, the list of shortcuts, and the keys that open them and do the rest. */
export const Shortcuts = () => {
  const [open, setOpen] = useState<'palette' | 'list' | null>(null);
  // One that gives way to the other is told that it closed, too.
  const close = (which: 'palette' | 'list') => setOpen((now) => (now === which ? null : now));
  useCommand({ id: paletteId, words: messages.palette, key: '/', run: () => setOpen('palette') });
  useCommand({ id: 'shortcuts', words: messages.shortcuts, key: '?', run: () => setOpen('list') });
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
    // There before it is asked for: what is typed right behind the key belongs into it.
    const early = setTimeout(() => void loadPalette().catch(() => null), 2_000);
    return () => {
      removeEventListener('keydown', onKeyDown);
      clearTimeout(early);
    };
  }, []);
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <CommandPalette onClose={() => close('palette')} />}
      {open === 'list' && <ShortcutList onClose={() => close('list')} />}
    </Suspense>
  );
};
