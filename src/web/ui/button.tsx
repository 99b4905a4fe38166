// The button.
import type { ComponentProps, ReactNode } from 'react';
import './button.css';

type Look = 'primary' | 'ink' | 'line' | 'bare' | 'danger' | 'quiet';
const classOf: Record<Look, string> = {
  primary: 'btn pri',
  ink: 'btn ink',
  line: 'btn line',
  bare: 'btn bare',
  danger: 'btn line danger',
  quiet: 'btn',
};

type Props = ComponentProps<'button'> & {
  look?: Look;
  isSmall?: boolean;
  /** While its action runs, the button shows `pendingText` and ignores clicks. */
  isPending?: boolean;
  pendingText?: string;
  icon?: ReactNode;
};

/** `aria-disabled`, because `disabled` would take the focus away, and the next key would press another button. */
export const Button = ({
  look = 'line',
  isSmall = false,
  isPending = false,
  pendingText,
  icon,
  className = '',
  children,
  onClick,
  disabled = false,
  type = 'button',
  ...rest
}: Props) => (
  <button
    {...rest}
    type={type}
    className={`${classOf[look]}${isSmall ? ' sm' : ''} ${className}`.trim()}
    aria-disabled={isPending || disabled || undefined}
    onClick={isPending || disabled ? (event) => event.preventDefault() : onClick}
  >
    {icon}
    {isPending ? (pendingText ?? children) : children}
  </button>
);
