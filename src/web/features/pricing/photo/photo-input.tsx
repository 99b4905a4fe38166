// What a seller gives before a photo is read: the photo, its tag, and hints.
import { useId } from 'react';
import type { PhotoCorrection } from '#contract/pricing/photo.ts';
import { type Condition, conditions } from '#domain/pricing/facts/condition.ts';
import { type Garment, garmentName, garments } from '#domain/pricing/facts/garments.ts';
import { type People, people } from '#domain/pricing/facts/people.ts';
import { photoMessages as messages, pricingMessages } from '#web/messages/pricing/pricing.ts';
import { Field, FormError, SelectField } from '#web/ui/field.tsx';
import { DropArea, FileButton } from '#web/ui/file-field.tsx';
import { Camera, ImagePlus, X } from '#web/ui/icons.tsx';
import { SwitchRow } from '#web/ui/switch.tsx';
import type { usePhotoAnalysis } from './use-photo-analysis.ts';

/** An empty field says nothing, so what was seen on the photo counts. */
export type Hints = {
  kind: Garment | '';
  brand: string;
  condition: Condition | '';
  size: string;
  madeFor: People | '';
};

export const noHints: Hints = { kind: '', brand: '', condition: '', size: '', madeFor: '' };

export const hintFields = ({ kind, brand, condition, size, madeFor }: Hints): Omit<PhotoCorrection, 'seen'> => ({
  ...(kind !== '' && { kindHint: kind }),
  ...(brand.trim() !== '' && { brandHint: brand.trim() }),
  ...(condition !== '' && { conditionHint: condition }),
  ...(madeFor !== '' && { madeForHint: madeFor }),
  ...(size.trim() !== '' && { sizeHint: size.trim() }),
});

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
        options={garments.map((garment) => [garment, garmentName(garment)])}
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
        options={conditions.map((level) => [level, pricingMessages.conditions[level]])}
        value={hints.condition}
        onChange={(condition) => onHint({ condition })}
      />
      <Choice
        label="Made for"
        options={people.map((one) => [one, messages.people[one]])}
        value={hints.madeFor}
        onChange={(madeFor) => onHint({ madeFor })}
      />
    </div>
  </div>
);

type ChoiceProps<Value extends string> = {
  label: string;
  none?: string;
  options: readonly (readonly [Value, string])[];
  value: Value | '';
  onChange: (value: Value | '') => void;
};

const Choice = <Value extends string>(props: ChoiceProps<Value>) => {
  const { label, none = messages.notSure, options, value, onChange } = props;
  return (
    <SelectField
      label={label}
      isOptional
      options={[['', none], ...options]}
      value={value}
      onChange={({ target }) => onChange(options.find(([option]) => option === target.value)?.[0] ?? '')}
    />
  );
};

type ChosenPhoto = ReturnType<typeof usePhotoAnalysis>['photo'];

type MoreProps = {
  tag: ChosenPhoto;
  /** The AI model that the administrator configured. If null, the option to use one is hidden. */
  model: string | null;
  useModel: boolean;
  onUseModel: (useModel: boolean) => void;
};

export const PhotoMore = ({ tag, model, useModel, onUseModel }: MoreProps) => {
  const id = useId();
  return (
    <div className="photo-hints lines">
      <div className="field tag-field">
        <span className="flabel" id={`${id}-tag`}>
          Photo of the tag <span className="opt">optional</span>
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out like a label */}
        <div className="photo-ways answers" role="group" aria-labelledby={`${id}-tag`}>
          {tag.chosen === null ? (
            <PhotoButtons
              of={tag}
              fault={`${id}-fault`}
              looks={['line sm', 'line sm']}
              words={['Photograph the tag', 'Add the tag']}
            />
          ) : (
            <>
              {/* biome-ignore lint/a11y/noRedundantAlt: it is a photo that the seller chose */}
              <img className="tag-shot" src={tag.chosen.dataUrl} alt="The tag photo you chose" />
              <span className="small photo-name mute one-line">{tag.chosen.name}</span>
              <button type="button" className="iconbtn" aria-label="Remove the tag photo" onClick={tag.clear}>
                <X />
              </button>
            </>
          )}
        </div>
        <FormError id={`${id}-fault`}>{tag.fault}</FormError>
      </div>
      {model !== null && (
        <SwitchRow
          id={`${id}-model`}
          title={`Show the photo to ${model}`}
          text={`Sends this photo to the AI model “${model}” to describe the item. Hangtag still sets the price. Off: the photo stays on this server and isn’t kept.`}
          checked={useModel}
          onChange={({ target }) => onUseModel(target.checked)}
        />
      )}
    </div>
  );
};

type PickerProps = { photo: ChosenPhoto; isPreparing?: boolean; isCompact?: boolean };

/** Choose a file, drop it, or, on phones, take a photo. `isCompact`: beside a photo, only the buttons for another one. */
export const PhotoPicker = ({ photo, isPreparing = false, isCompact = false }: PickerProps) => {
  const id = useId();
  const buttons = (
    <div className="photo-ways answers">
      <PhotoButtons
        of={photo}
        fault={`${id}-fault`}
        looks={isCompact ? ['line sm', 'line sm'] : ['pri', 'line']}
        words={['Take a photo', isCompact ? 'Another photo' : 'Choose a photo']}
      />
    </div>
  );
  const trouble = <FormError id={`${id}-fault`}>{photo.fault}</FormError>;
  if (isCompact)
    return (
      <>
        {buttons}
        {trouble}
      </>
    );
  return (
    <DropArea className="photo-drop" onChoose={photo.choose}>
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

/** Of the camera, and of files. */
type OfTwo = readonly [string, string];

/** `fault`: the id of what says why the photo can't be used. */
const PhotoButtons = ({ of, fault, looks, words }: { of: ChosenPhoto; fault: string; looks: OfTwo; words: OfTwo }) =>
  [Camera, ImagePlus].map((Icon, at) => (
    <FileButton
      key={words[at]}
      accept="image/jpeg,image/png,image/webp,.jpg,.jpeg,.png,.webp"
      isCamera={at === 0}
      look={looks[at] ?? ''}
      error={of.fault === null ? undefined : fault}
      onChoose={of.choose}
    >
      <Icon />
      {words[at]}
    </FileButton>
  ));
