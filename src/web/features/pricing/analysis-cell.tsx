// The card that leads to the analysis of one listing.
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import '#web/ui/button.css';

export const AiAnalysisCell = () => (
  <div className="cell ai">
    <div className="ai-text">
      <h2 className="lab">AI Analysis</h2>
      <p>Compare one listing with what similar items sell for</p>
    </div>
    <Link className="btn line sm" href={paths.marketAnalysis}>
      Analyze
    </Link>
  </div>
);
