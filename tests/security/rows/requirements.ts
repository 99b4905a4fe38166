// The whole security table.
import { accessRequirements } from './access.ts';
import { crossSiteRequirements } from './cross-site.ts';
import { headerRequirements } from './headers.ts';
import { inputRequirements } from './input.ts';
import { operationRequirements } from './operation.ts';
import { outboundRequirements } from './outbound.ts';
import { recoveryRequirements } from './recovery.ts';
import { sessionRequirements } from './sessions.ts';
import { signInRequirements } from './sign-in.ts';

export const chapters = [
  { title: 'Sessions and cookies', requirements: sessionRequirements },
  { title: 'Passwords and signing in', requirements: signInRequirements },
  { title: 'Registering and forgotten passwords', requirements: recoveryRequirements },
  { title: 'Who may do what', requirements: accessRequirements },
  { title: 'Requests from other sites', requirements: crossSiteRequirements },
  { title: 'Headers and content', requirements: headerRequirements },
  { title: 'Input, files, and costs', requirements: inputRequirements },
  { title: 'Outgoing connections and credentials', requirements: outboundRequirements },
  { title: 'Errors, logs, dependencies, and running Hangtag', requirements: operationRequirements },
];

export const requirements = chapters.flatMap((chapter) => chapter.requirements);
