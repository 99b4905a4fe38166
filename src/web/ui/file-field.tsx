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
  onChoose: OnChoose;
  /** Several can be chosen at once. */
  isMultiple?: boolean;
  children: ReactNode;
};

/** `all`: the chosen files, of which `file` is the first. */
type OnChoose = (file: File, all: readonly File[]) => void;

const take = (list: FileList | null, onChoose: OnChoose): void => {
  const files = [...(list ?? [])];
  const [first] = files;
  if (first !== undefined) onChoose(first, files);
};

export const FileButton = ({
  accept,
  look,
  isCamera = false,
  isMultiple = false,
  error,
  onChoose,
  children,
}: ButtonProps) => {
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take(target.files, onChoose);
    // Without this, choosing the same file again fires no change event.
    target.value = '';
  };
  return (
    <label className={`btn ${look} filebtn${isCamera ? ' camera' : ''}`}>
      <input
        type="file"
        accept={accept}
        multiple={isMultiple}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error}
        {...(isCamera && { capture: 'environment' as const })}
        onChange={change}
      />
      {children}
    </label>
  );
};

type AreaProps = { className: string; onChoose: OnChoose; children: ReactNode };

/** Files can be dropped here. The buttons inside do the same, because not everyone can drag. */
export const DropArea = ({ className, onChoose, children }: AreaProps) => {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files, onChoose);
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
