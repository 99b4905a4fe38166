// Takes the file with sales: chosen or dropped.

import { FileUp } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useId, useState } from 'react';
import { importMessages as messages } from '#web/messages/pricing/sale-imports.ts';
import { FieldError } from '#web/ui/field.tsx';
import '#web/ui/button.css';

type Props = { fault: string | null; isReading: boolean; onChoose: (file: File) => void };

export const ChooseFile = ({ fault, isReading, onChoose }: Props) => {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Without this, choosing the same file again fires no change event.
    target.value = '';
    if (file) onChoose(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onChoose(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button inside does the same
    <div
      className={isOver ? 'import-drop over' : 'import-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label className="btn pri import-file">
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          onChange={take}
        />
        <FileUp className="ic" aria-hidden="true" />
        {messages.choose}
      </label>
      <p className="hint" role="status">
        {isReading ? messages.reading : messages.limits}
      </p>
      {fault !== null && (
        <div role="alert">
          <FieldError id={`${id}-fault`}>{fault}</FieldError>
        </div>
      )}
    </div>
  );
};
