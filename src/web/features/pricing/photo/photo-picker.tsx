// Takes a photo: chosen, dropped, or taken on a phone.

import { Camera, ImagePlus } from 'lucide-react';
import { type ChangeEvent, type DragEvent, type ReactNode, useId, useState } from 'react';
import { photoMessages as messages } from '#web/messages/pricing/pricing.ts';
import { FieldError } from '#web/ui/field.tsx';
import '#web/ui/button.css';

const accepted = 'image/jpeg,image/png,image/webp,.jpg,.jpeg,.png,.webp';

type Props = {
  fault: string | null;
  isPreparing: boolean;
  /** True beside a photo that was already chosen: shows only the button for choosing another one. */
  isCompact?: boolean;
  onChoose: (file: File) => void;
};

/** Choose a file, drop it, or, on phones, take a photo. */
export const PhotoPicker = ({ fault, isPreparing, isCompact = false, onChoose }: Props) => {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onChoose(file);
  };
  const buttons = (
    <div className="photo-ways">
      <FileButton
        isCamera
        look={isCompact ? 'line sm' : 'pri'}
        error={fault === null ? undefined : `${id}-fault`}
        onChoose={onChoose}
      >
        <Camera className="ic" aria-hidden="true" />
        {messages.camera}
      </FileButton>
      <FileButton
        look={isCompact ? 'line sm' : 'line'}
        error={fault === null ? undefined : `${id}-fault`}
        onChoose={onChoose}
      >
        <ImagePlus className="ic" aria-hidden="true" />
        {isCompact ? messages.change : messages.choose}
      </FileButton>
    </div>
  );
  const trouble = fault !== null && (
    <div role="alert">
      <FieldError id={`${id}-fault`}>{fault}</FieldError>
    </div>
  );
  if (isCompact) {
    return (
      <>
        {buttons}
        {trouble}
      </>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the buttons inside do the same
    <div
      className={isOver ? 'photo-drop over' : 'photo-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {isPreparing ? (
        <p role="status" className="small">
          {messages.preparing}…
        </p>
      ) : (
        <>
          {buttons}
          <p className="hint fine">{messages.dropHint}</p>
          <p className="hint coarse">{messages.phoneHint}</p>
        </>
      )}
      {trouble}
    </div>
  );
};

type FileProps = {
  isCamera?: boolean;
  look: string;
  error: string | undefined;
  onChoose: (file: File) => void;
  children: ReactNode;
};

/** A file field that looks like a button. With `isCamera` it opens the camera, and only phones show it. */
export const FileButton = ({ isCamera = false, look, error, onChoose, children }: FileProps) => {
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
        accept={accepted}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error}
        {...(isCamera && { capture: 'environment' as const })}
        onChange={take}
      />
      {children}
    </label>
  );
};
