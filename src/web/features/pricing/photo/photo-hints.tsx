// The fields beside a photo, before it is read.

import { useId } from 'react';
import { conditions } from '#domain/pricing/facts/condition.ts';
import { garmentName, garments } from '#domain/pricing/facts/garments/garment-names.ts';
import { photoMessages as messages, pricingMessages } from '#web/messages/pricing/pricing.ts';
import { Field, FieldError } from '#web/ui/field.tsx';
import { Camera, ImagePlus, X } from '#web/ui/icons.tsx';
import { SwitchRow } from '#web/ui/switch.tsx';
import type { Hints } from './hints.ts';
import { PhotoButton } from './photo-picker.tsx';
import type { Photo } from './prepare-photo.ts';

type Props = {
  hints: Hints;
  onHint: (change: Partial<Hints>) => void;
};

/** Optional facts that the seller can add before the photo is read. */
export const PhotoHints = ({ hints, onHint }: Props) => {
  const id = useId();
  return (
    <div className="photo-hints">
      <Field
        label={messages.brand}
        isOptional
        hint={messages.brandHint}
        maxLength={80}
        autoComplete="off"
        value={hints.brand}
        onChange={({ target }) => onHint({ brand: target.value })}
      />
      <div className="hint-row">
        <div className="field">
          <label htmlFor={`${id}-kind`}>
            {messages.category} <span className="opt">{messages.optional}</span>
          </label>
          <select
            className="input"
            id={`${id}-kind`}
            value={hints.kind}
            onChange={({ target }) => onHint({ kind: garments.find((garment) => garment === target.value) ?? '' })}
          >
            <option value="">{messages.asSeen}</option>
            {garments.map((garment) => (
              <option key={garment} value={garment}>
                {garmentName(garment)}
              </option>
            ))}
          </select>
        </div>
        <Field
          label={messages.size}
          isOptional
          maxLength={40}
          autoComplete="off"
          value={hints.size}
          onChange={({ target }) => onHint({ size: target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-condition`}>
          {messages.condition} <span className="opt">{messages.optional}</span>
        </label>
        <select
          className="input"
          id={`${id}-condition`}
          value={hints.condition}
          onChange={({ target }) => onHint({ condition: conditions.find((level) => level === target.value) ?? '' })}
        >
          <option value="">{messages.notSure}</option>
          {conditions.map((level) => (
            <option key={level} value={level}>
              {pricingMessages.conditions[level]}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
};

type MoreProps = {
  tag: Photo | null;
  tagFault: string | null;
  onTag: (file: File) => void;
  onTagGone: () => void;
  /** The AI model that the administrator configured. If null, the option to use one is hidden. */
  model: string | null;
  useModel: boolean;
  onUseModel: (useModel: boolean) => void;
};

/** What is read together with the photo: its tag, and whether the AI model may see both. */
export const PhotoMore = (props: MoreProps) => {
  const id = useId();
  const { tag, tagFault, model } = props;
  return (
    <div className="photo-hints">
      <div className="field tag-field">
        <span className="flabel" id={`${id}-tag`}>
          {messages.tag} <span className="opt">{messages.optional}</span>
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out like a label */}
        <div className="photo-ways" role="group" aria-labelledby={`${id}-tag`}>
          {tag === null ? (
            <>
              <PhotoButton
                isCamera
                look="line sm"
                error={tagFault === null ? undefined : `${id}-fault`}
                onChoose={props.onTag}
              >
                <Camera className="ic" aria-hidden="true" />
                {messages.tagCamera}
              </PhotoButton>
              <PhotoButton look="line sm" error={tagFault === null ? undefined : `${id}-fault`} onChoose={props.onTag}>
                <ImagePlus className="ic" aria-hidden="true" />
                {messages.tagChoose}
              </PhotoButton>
            </>
          ) : (
            <>
              <img className="tag-shot" src={tag.dataUrl} alt={messages.tagAlt} />
              <span className="small photo-name">{tag.name}</span>
              <button type="button" className="iconbtn" aria-label={messages.tagRemove} onClick={props.onTagGone}>
                <X className="ic" aria-hidden="true" />
              </button>
            </>
          )}
        </div>
        {tagFault !== null && (
          <div role="alert">
            <FieldError id={`${id}-fault`}>{tagFault}</FieldError>
          </div>
        )}
      </div>
      {model !== null && (
        <SwitchRow
          id={`${id}-model`}
          title={messages.model(model)}
          text={messages.modelText(model)}
          checked={props.useModel}
          onChange={({ target }) => props.onUseModel(target.checked)}
        />
      )}
    </div>
  );
};
