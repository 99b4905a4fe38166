// Takes a photo: chosen, dropped, or taken on a phone.
import { type ComponentProps, useId } from 'react';
import { FormError } from '#web/ui/field.tsx';
import { DropArea, FileButton } from '#web/ui/file-field.tsx';
import { Camera, ImagePlus } from '#web/ui/icons.tsx';

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
  const buttons = (
    <div className="photo-ways answers">
      <PhotoButton
        isCamera
        look={isCompact ? 'line sm' : 'pri'}
        error={fault === null ? undefined : `${id}-fault`}
        onChoose={onChoose}
      >
        <Camera />
        Take a photo
      </PhotoButton>
      <PhotoButton
        look={isCompact ? 'line sm' : 'line'}
        error={fault === null ? undefined : `${id}-fault`}
        onChoose={onChoose}
      >
        <ImagePlus />
        {isCompact ? 'Another photo' : 'Choose a photo'}
      </PhotoButton>
    </div>
  );
  const trouble = <FormError id={`${id}-fault`}>{fault}</FormError>;
  if (isCompact) {
    return (
      <>
        {buttons}
        {trouble}
      </>
    );
  }
  return (
    <DropArea className="photo-drop" onChoose={onChoose}>
      {isPreparing ? (
        <p role="status" className="small">
          Preparing the photo…
        </p>
      ) : (
        <>
          {buttons}
          <p className="hint fine">or drop it here, or paste it. JPEG, PNG, or WebP, up to 8 MB.</p>
          <p className="hint coarse">JPEG, PNG, or WebP, up to 8 MB.</p>
        </>
      )}
      {trouble}
    </DropArea>
  );
};

export const PhotoButton = (props: Omit<ComponentProps<typeof FileButton>, 'accept'>) => (
  <FileButton accept="image/jpeg,image/png,image/webp,.jpg,.jpeg,.png,.webp" {...props} />
);
