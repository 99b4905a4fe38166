// Says that a seller's own sales help, and leads to their import.
import { Link } from 'wouter';
import type { EvidenceCounts } from '#contract/pricing/evidence.ts';
import { importQuery } from '#web/lib/paths.ts';
import './import-suggestion.css';

/** With fewer comps of an item's type the engine gives no advice, so a seller's own sales would help. */
export const isShortOfSales = ({ sameKind }: EvidenceCounts): boolean => sameKind.all < 5;

export const ImportSuggestion = ({ onFollow }: { onFollow?: () => void }) => (
  <p className="small mute import-ask">
    Have records of your own sales?{' '}
    <Link className="btn line sm" href={importQuery} {...(onFollow && { onClick: onFollow })}>
      Import your sales
    </Link>
  </p>
);
