// Saves the rules or plans that were edited. While something isn't saved, its button stays in sight.
import { Button } from '../button.tsx';
import './sentence.css';

type Props = {
  noun: 'rules' | 'plans';
  isChanged: boolean;
  /** How many parts are wrong. */
  wrong: number;
  isSaving: boolean;
  onUndo: () => void;
  onSave: () => void;
};

export const SaveBar = ({ noun, isChanged, wrong, isSaving, onUndo, onSave }: Props) => (
  <div className={isChanged ? 'save-rules on' : 'save-rules'}>
    <p className="small" role="status">
      {!isChanged
        ? 'All changes saved.'
        : wrong > 0
          ? `Fix ${wrong === 1 ? 'the marked part' : 'the marked parts'} first.`
          : 'Not saved yet.'}
    </p>
    {isChanged && (
      <>
        <Button look="bare" onClick={onUndo}>
          Undo changes
        </Button>
        <Button look="primary" onClick={onSave} isPending={isSaving} pendingText="Saving…">
          {`Save ${noun}`}
        </Button>
      </>
    )}
  </div>
);
