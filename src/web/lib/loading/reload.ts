// Reloads the page on its own, but never if the seller would lose something.

const keptAs = 'reloaded-at';
/** At most one automatic reload in this time. Two servers with different builds could otherwise cause an endless loop. */
const spacingMs = 60_000;

let hasTyped = false;

/** Notes the first input anywhere on the page. Saving does not clear the note, because other fields may still be unsaved. */
export const watchTyping = (): void => {
  const note = () => {
    hasTyped = true;
  };
  // Choosing a photo is input too.
  addEventListener('input', note, { capture: true, once: true });
};

/** Returns false if something was typed, a dialog is open, or the page reloaded on its own a moment ago. */
export const reloadWhereNothingIsTyped = (): boolean => {
  if (hasTyped || document.querySelector('dialog:modal') !== null) return false;
  try {
    if (Date.now() - Number(sessionStorage.getItem(keptAs) ?? 0) < spacingMs) return false;
    sessionStorage.setItem(keptAs, String(Date.now()));
  } catch {
    // Without storage for the time of this reload, nothing would prevent a second one.
    return false;
  }
  location.reload();
  return true;
};
