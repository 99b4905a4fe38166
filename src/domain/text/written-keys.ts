// How keys are written in settings and files.

/** Several are separated by commas or white space. The first one encrypts. */
export const splitKeys = (text: string): string[] => text.split(/[,\s]+/).filter((part) => part !== '');

/** 32 bytes. */
export const isHexKey = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);
const isBase64UrlKey = (text: string): boolean => /^[\w-]{43}=?$/.test(text);

export const areSecretKeys = (text: string): boolean => {
  const parts = splitKeys(text);
  return parts.length > 0 && parts.every((part) => isHexKey(part) || isBase64UrlKey(part));
};

export const webKeyHead = 'hangtag-web-key-1:';

export const areWebKeys = (text: string): boolean => {
  const lines = splitKeys(text);
  // 64 bytes as base64url.
  return (
    lines.length > 0 &&
    lines.every((line) => line.startsWith(webKeyHead) && /^[\w-]{86}$/.test(line.slice(webKeyHead.length)))
  );
};
