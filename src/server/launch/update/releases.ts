// What a running Hangtag can find out about newer versions.
import type { Releases } from '#domain/ports/this-computer.ts';
import { version } from '../../config/version.ts';
import { howToUpdate } from './how.ts';
import { isNewer, newestVersion } from './registry.ts';

export const releasesFor = (env: NodeJS.ProcessEnv): Releases => ({
  present: version,
  newest: () => newestVersion(env),
  isNewer: (offered) => isNewer(offered, version),
  how: () => howToUpdate(env),
});
