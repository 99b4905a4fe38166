export const script = '';
