// The input of a password, with a button that shows what is typed.
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react';
import './secret-input.css';

/** The password is hidden again when its form is submitted, because password managers look for a password field then. */
export const SecretInput = ({ ref, ...input }: ComponentProps<'input'>) => {
  const [isShown, show] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<readonly [number | null, number | null]>([null, null]);
  // React has no event for the form that an input happens to be in.
  useEffect(() => {
    const form = field.current?.form;
    const hide = () => show(false);
    form?.addEventListener('submit', hide, { capture: true });
    return () => form?.removeEventListener('submit', hide, { capture: true });
  }, []);
  // Browsers may move the caret to the start or the end when the type changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the change of the type
  useLayoutEffect(() => {
    const [start, end] = caret.current;
    if (start !== null && document.activeElement === field.current) field.current?.setSelectionRange(start, end);
  }, [isShown]);
  const press = () => {
    caret.current = [field.current?.selectionStart ?? null, field.current?.selectionEnd ?? null];
    show(!isShown);
  };
  return (
    <span className="secret">
      <input
        {...input}
        ref={(element) => {
          field.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref) ref.current = element;
        }}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      {/* A press of the pointer leaves the focus in the field. */}
      <button type="button" aria-controls={input.id} onPointerDown={keepFocus} onMouseDown={keepFocus} onClick={press}>
        {isShown ? 'Hide' : 'Show'}
        <span className="sr"> password</span>
      </button>
    </span>
  );
};

const keepFocus = (event: { preventDefault(): void }) => event.preventDefault();
