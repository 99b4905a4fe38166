// The data folder, before the configuration is read.
import path from 'node:path';

export const dataFolder = (env: NodeJS.ProcessEnv): string => path.resolve(env.DATA_DIR?.trim() || './data');
