/** Small choices of this browser: nothing secret, and nothing breaks where a browser keeps none. */
export const keptChoice = (name: string): string | null => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

export const keepChoice = (name: string, value: string): void => {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Asked again next time.
  }
};
