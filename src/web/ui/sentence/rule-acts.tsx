// What is done with a rule or a plan as a whole: it is switched, moved, or removed.
import { ArrowDown, ArrowUp, Trash2 } from '../icons.tsx';
import { Switch } from '../switch.tsx';
import './sentence.css';

type Props = {
  name: string;
  isOn: boolean;
  index: number;
  last: number;
  onTurn: (isOn: boolean) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

export const RuleActs = ({ name, isOn, index, last, onTurn, onMove, onRemove }: Props) => (
  <div className="rule-acts">
    <Switch aria-label={`${name} is on`} checked={isOn} onChange={({ target }) => onTurn(target.checked)} />
    <MoveButton by={-1} label={`Move ${name} up`} isAtEnd={index === 0} onMove={onMove} />
    <MoveButton by={1} label={`Move ${name} down`} isAtEnd={index === last} onMove={onMove} />
    <button
      type="button"
      className="iconbtn"
      data-remove=""
      aria-label={`Remove ${name}`}
      title="Remove"
      onClick={onRemove}
    >
      <Trash2 />
    </button>
  </div>
);

type MoveProps = { by: 1 | -1; label: string; isAtEnd: boolean; onMove: (by: 1 | -1) => void };

/** At the end it stays and keeps the focus, so that the other direction is one Tab away. */
const MoveButton = ({ by, label, isAtEnd, onMove }: MoveProps) => (
  <button
    type="button"
    className="iconbtn"
    data-move={by}
    aria-label={label}
    title={by < 0 ? 'Move up' : 'Move down'}
    aria-disabled={isAtEnd || undefined}
    onClick={() => !isAtEnd && onMove(by)}
  >
    {by < 0 ? <ArrowUp /> : <ArrowDown />}
  </button>
);
