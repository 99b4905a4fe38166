// Leads to the import of sales: the dialog itself loads when it is opened.
import { useState } from 'react';
import { Link } from 'wouter';
import type { EvidenceCounts } from '#contract/pricing/evidence.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { later } from '#web/ui/later.tsx';
import './import-sales.css';

export const ImportDialog = later(() => import('./import-dialog.tsx'));

/** With fewer comps of an item's type the engine gives no advice, so a seller's own sales would help. */
export const isShortOfSales = ({ sameKind }: EvidenceCounts): boolean => sameKind.all < 5;

/** The address of market analysis with the import open. */
const importAddress = `${paths.marketAnalysis}?import=sales`;

/** Says that own sales help. `staysHere` opens the import on this screen, which would lose something if the seller left it. */
export const ImportSuggestion = ({ staysHere = false, onFollow }: { staysHere?: boolean; onFollow?: () => void }) => (
  <p className="small mute import-ask">
    Have records of your own sales? {staysHere ? <ImportButton /> : <ImportLink {...(onFollow && { onFollow })} />}
  </p>
);

const ImportButton = () => {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button isSmall onClick={() => setOpen(true)}>
        Import your sales
      </Button>
      {open !== null && <ImportDialog isOpen={open} onClose={() => setOpen(false)} />}
    </>
  );
};

const ImportLink = ({ onFollow }: { onFollow?: () => void }) => (
  <Link className="btn line sm" href={importAddress} {...(onFollow && { onClick: onFollow })}>
    Import your sales
  </Link>
);
