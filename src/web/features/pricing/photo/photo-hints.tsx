// The fields beside a photo, before it is read.
import { useId } from 'react';
import { conditions } from '#domain/pricing/facts/condition.ts';
import { garmentName, garments } from '#domain/pricing/facts/garments.ts';
import { people } from '#domain/pricing/facts/people.ts';
import { photoMessages as messages, pricingMessages } from '#web/messages/pricing/pricing.ts';
import { Field, FormError, SelectField, SwitchRow } from '#web/ui/field.tsx';
import { Camera, ImagePlus, X } from '#web/ui/icons.tsx';
import type { Hints } from './hints.ts';
import { PhotoButton } from './photo-picker.tsx';
import type { Photo } from './prepare-photo.ts';

export const PhotoHints = ({ hints, onHint }: { hints: Hints; onHint: (change: Partial<Hints>) => void }) => (
  <div className="photo-hints lines">
    <Field
      label="Brand"
      isOptional
      hint="As printed on the label. This helps most."
      maxLength={80}
      autoComplete="off"
      value={hints.brand}
      onChange={({ target }) => onHint({ brand: target.value })}
    />
    <div className="hint-row">
      <Choice
        label="Category"
        none="From the photo"
        options={garments.map((garment) => ({ value: garment, name: garmentName(garment) }))}
        value={hints.kind}
        onChange={(kind) => onHint({ kind })}
      />
      <Field
        label="Size"
        isOptional
        maxLength={40}
        autoComplete="off"
        value={hints.size}
        onChange={({ target }) => onHint({ size: target.value })}
      />
    </div>
    <div className="hint-row">
      <Choice
        label="Condition"
        none={messages.notSure}
        options={conditions.map((level) => ({ value: level, name: pricingMessages.conditions[level] }))}
        value={hints.condition}
        onChange={(condition) => onHint({ condition })}
      />
      <Choice
        label="Made for"
        none={messages.notSure}
        options={people.map((one) => ({ value: one, name: messages.people[one] }))}
        value={hints.madeFor}
        onChange={(madeFor) => onHint({ madeFor })}
      />
    </div>
  </div>
);

type ChoiceProps<Value extends string> = {
  label: string;
  /** What is chosen if the seller says nothing. */
  none: string;
  options: readonly { value: Value; name: string }[];
  value: Value | '';
  onChange: (value: Value | '') => void;
};

const Choice = <Value extends string>({ label, none, options, value, onChange }: ChoiceProps<Value>) => (
  <SelectField
    label={label}
    isOptional
    options={[['', none], ...options.map((option) => [option.value, option.name] as const)]}
    value={value}
    onChange={({ target }) => onChange(options.find((option) => option.value === target.value)?.value ?? '')}
  />
);

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

export const PhotoMore = (props: MoreProps) => {
  const id = useId();
  const { tag, tagFault, model } = props;
  return (
    <div className="photo-hints lines">
      <div className="field tag-field">
        <span className="flabel" id={`${id}-tag`}>
          Photo of the tag <span className="opt">optional</span>
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out like a label */}
        <div className="photo-ways answers" role="group" aria-labelledby={`${id}-tag`}>
          {tag === null ? (
            <>
              <PhotoButton
                isCamera
                look="line sm"
                error={tagFault === null ? undefined : `${id}-fault`}
                onChoose={props.onTag}
              >
                <Camera />
                Photograph the tag
              </PhotoButton>
              <PhotoButton look="line sm" error={tagFault === null ? undefined : `${id}-fault`} onChoose={props.onTag}>
                <ImagePlus />
                Add the tag
              </PhotoButton>
            </>
          ) : (
            <>
              {/* biome-ignore lint/a11y/noRedundantAlt: it is a photo that the seller chose */}
              <img className="tag-shot" src={tag.dataUrl} alt="The tag photo you chose" />
              <span className="small photo-name mute one-line">{tag.name}</span>
              <button type="button" className="iconbtn" aria-label="Remove the tag photo" onClick={props.onTagGone}>
                <X />
              </button>
            </>
          )}
        </div>
        <FormError id={`${id}-fault`}>{tagFault}</FormError>
      </div>
      {model !== null && (
        <SwitchRow
          id={`${id}-model`}
          title={`Show the photo to ${model}`}
          text={`Sends this photo to the AI model “${model}” to describe the item. Hangtag still sets the price. Off: the photo stays on this server and isn’t kept.`}
          checked={props.useModel}
          onChange={({ target }) => props.onUseModel(target.checked)}
        />
      )}
    </div>
  );
};
