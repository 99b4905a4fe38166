// The address at which a phone opens Hangtag.
import { Stamp } from '#web/ui/stamp.tsx';
import './phone-ways.css';

export const Reached = ({ address, text }: { address: string; text: string }) => (
  <>
    <p>
      <Stamp kind="go">Ready</Stamp>
    </p>
    <p>
      Your phone opens Hangtag at <b className="phone-address">{address}</b>. {text}
    </p>
  </>
);
