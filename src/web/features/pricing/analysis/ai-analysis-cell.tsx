import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { pricingCardMessages as messages } from '#web/messages/pricing/pricing-cards.ts';
import '#web/ui/button.css';

/** Links a row of the listings table to that listing's market analysis. */
export const AiAnalysisCell = () => (
  <div className="cell ai">
    <div className="ai-text">
      <h2 className="lab">{messages.analysis}</h2>
      <p>{messages.analysisText}</p>
    </div>
    <Link className="btn line sm" href={paths.marketAnalysis}>
      {messages.analyze}
    </Link>
  </div>
);
