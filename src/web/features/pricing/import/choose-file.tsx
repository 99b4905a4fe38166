// Takes the file with sales: chosen or dropped.

import { useId } from 'react';
import { FieldError } from '#web/ui/field.tsx';
import { DropArea, FileButton } from '#web/ui/file-field.tsx';
import { FileUp } from '#web/ui/icons.tsx';

type Props = { fault: string | null; isReading: boolean; onChoose: (file: File) => void };

export const ChooseFile = ({ fault, isReading, onChoose }: Props) => {
  const id = useId();
  return (
    <DropArea className="import-drop" onChoose={onChoose}>
      <FileButton
        accept=".csv,.tsv,.txt,text/csv"
        look="pri"
        error={fault === null ? undefined : `${id}-fault`}
        onChoose={onChoose}
      >
        <FileUp className="ic" aria-hidden="true" />
        Choose a CSV file
      </FileButton>
      <p className="hint" role="status">
        {isReading ? 'Reading the file…' : 'Up to 5 MB and 5,000 sales.'}
      </p>
      {fault !== null && (
        <div role="alert">
          <FieldError id={`${id}-fault`}>{fault}</FieldError>
        </div>
      )}
    </DropArea>
  );
};
