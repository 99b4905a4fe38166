export const garmentSvg = (_name: string): string | null => null;
