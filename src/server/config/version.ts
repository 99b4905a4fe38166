// The version of this program.
import packed from '../../../package.json' with { type: 'json' };

export const { version } = packed;
