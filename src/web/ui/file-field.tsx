// Takes a file: chosen with a button, or dropped onto an area.
import { type ChangeEvent, type DragEvent, type ReactNode, useState } from 'react';
import './button.css';
import './file-field.css';

type ButtonProps = {
  accept: string;
  look: string;
  /** Opens the camera. Only phones show such a button. */
  isCamera?: boolean;
  /** The id of the text that says what is wrong with the chosen file. */
  error: string | undefined;
  onChoose: (file: File) => void;
  children: ReactNode;
};

export const FileButton = ({ accept, look, isCamera = false, error, onChoose, children }: ButtonProps) => {
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Without this, choosing the same file again fires no change event.
    target.value = '';
    if (file) onChoose(file);
  };
  return (
    <label className={`btn ${look} filebtn${isCamera ? ' camera' : ''}`}>
      <input
        type="file"
        accept={accept}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error}
        {...(isCamera && { capture: 'environment' as const })}
        onChange={take}
      />
      {children}
    </label>
  );
};

/** Files can be dropped here. The buttons inside do the same, because not everyone can drag. */
export const DropArea = ({
  className,
  onChoose,
  children,
}: {
  className: string;
  onChoose: (file: File) => void;
  children: ReactNode;
}) => {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onChoose(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the buttons inside do the same
    <div
      className={`drop ${className}${isOver ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
};
