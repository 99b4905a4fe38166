import type { User } from '#contract/account.ts';
import { createProfile, type ProfileTools } from './change-profile.ts';
import { createLeave, type LeaveTools } from './leave.ts';
import { createSessions } from './open-session.ts';
import { createRegistration, mustFind, type RegisterTools } from './register.ts';
import { createReset, type ResetTools } from './reset-password.ts';
import { createSignIn, type SignInTools } from './sign-in.ts';

export type { Limits, Passwords } from './check-password.ts';
export type { SessionUser } from './open-session.ts';
export type { TypedCloset } from './register.ts';

export type AccountTools = SignInTools & Omit<RegisterTools, 'eraseUser'> & ResetTools & ProfileTools & LeaveTools;

export type Account = ReturnType<typeof createAccount>;

/** Who a seller is to us: registration, sign-in, sessions, profile, password resets, leaving. */
export function createAccount(tools: AccountTools) {
  const leave = createLeave(tools);
  return {
    ...createRegistration({ ...tools, eraseUser: leave.erase }),
    ...createSignIn(tools),
    ...createSessions(tools),
    ...createProfile(tools),
    ...createReset(tools),
    ...leave,
    /** The user as the screens know them. Throws `unauthenticated` where the account is gone. */
    describe: (userId: string): Promise<User> => mustFind(tools.database, userId),
  };
}
