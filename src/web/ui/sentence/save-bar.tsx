// Saves the rules or plans that were edited. While something isn't saved, its button stays in sight.
import { Button } from '../button.tsx';
import type { Draft } from './use-draft.ts';
import './sentence.css';

type Props = Pick<Draft<unknown>, 'isChanged' | 'problems' | 'isSaving' | 'forget' | 'send'> & {
  noun: 'rules' | 'plans';
};

export const SaveBar = ({ noun, isChanged, problems, isSaving, forget, send }: Props) => (
  <div className={isChanged ? 'save-rules on' : 'save-rules'}>
    <p className="small" role="status">
      {!isChanged
        ? 'All changes saved.'
        : problems.size > 0
          ? `Fix ${problems.size === 1 ? 'the marked part' : 'the marked parts'} first.`
          : 'Not saved yet.'}
    </p>
    {isChanged && (
      <>
        <Button look="bare" onClick={forget}>
          Undo changes
        </Button>
        <Button look="primary" onClick={send} isPending={isSaving} pendingText="Saving…">
          {`Save ${noun}`}
        </Button>
      </>
    )}
  </div>
);
