// Opens the import of reports on any screen, by the screen's address. It loads when it is opened for the first time.
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { changeQuery } from '#web/lib/paths.ts';
import { later } from '#web/ui/later.tsx';

const ImportDialog = later(() => import('./import-dialog.tsx'));

export const ImportDoor = () => {
  const [path, navigate] = useLocation();
  const isOpen = new URLSearchParams(useSearch()).get('import') === 'sales';
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const close = () => navigate(`${path}${changeQuery(location.search, { import: null })}`, { replace: true });
  return wasOpen && <ImportDialog isOpen={isOpen} onClose={close} />;
};
