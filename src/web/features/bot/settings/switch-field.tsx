// A setting that is on or off.
import { useController } from 'react-hook-form';
import type { BotSettings } from '#domain/bot/bot.ts';
import { SwitchRow } from '#web/ui/switch.tsx';

type OnOff = { [K in keyof BotSettings]: BotSettings[K] extends boolean ? K : never }[keyof BotSettings];

export const SwitchField = ({
  name,
  onChange,
  ...words
}: {
  name: OnOff;
  title: string;
  text: string;
  onChange?: () => void;
}) => {
  const { field } = useController<BotSettings, OnOff>({ name });
  return (
    <SwitchRow
      id={`${name}-switch`}
      {...words}
      checked={field.value}
      onChange={({ target }) => {
        onChange?.();
        field.onChange(target.checked);
      }}
      onBlur={field.onBlur}
      name={field.name}
      ref={field.ref}
    />
  );
};
