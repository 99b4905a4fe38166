// Reloads the page by itself, but never where the seller would lose something.

const keptAs = 'reloaded-at';
/** One reload by itself in this time. Servers of two builds behind one address could send the page in circles. */
const spacingMs = 60_000;

let hasTyped = false;

/** Notes the first input anywhere on the page. Saving does not undo it: a page with a half-filled form looks the same. */
export const watchTyping = (): void => {
  const note = () => {
    hasTyped = true;
  };
  // Choosing a photo is input too.
  addEventListener('input', note, { capture: true, once: true });
};

/** False where something was typed, a dialog is open, or the page reloaded by itself a moment ago. */
export const reloadWhereNothingIsTyped = (): boolean => {
  if (hasTyped || document.querySelector('dialog:modal') !== null) return false;
  try {
    if (Date.now() - Number(sessionStorage.getItem(keptAs) ?? 0) < spacingMs) return false;
    sessionStorage.setItem(keptAs, String(Date.now()));
  } catch {
    // Without a place to remember the reload, nothing would stop the second one.
    return false;
  }
  location.reload();
  return true;
};
