// A switch with its label. Apart from the fields, which the first view of the dashboard doesn't need.
import type { ComponentProps } from 'react';
import './field.css';

type Props = Omit<ComponentProps<'input'>, 'type' | 'role'>;

/** A native checkbox: it works in every form and with every key. */
export const Switch = (props: Props) => (
  <span className="switch">
    {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its checked state itself */}
    <input {...props} type="checkbox" role="switch" />
    <i aria-hidden="true" />
  </span>
);

export const SwitchRow = ({ title, text, id, ...input }: Props & { title: string; text: string; id: string }) => (
  <div className="switchrow">
    <div>
      <label htmlFor={id}>
        <b>{title}</b>
      </label>
      <p id={`${id}-text`}>{text}</p>
    </div>
    <Switch {...input} id={id} aria-describedby={`${id}-text`} />
  </div>
);
