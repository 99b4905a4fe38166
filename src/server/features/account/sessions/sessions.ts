// The face of this room: signing in and out, and who is signed in.

export { createConfirm } from './confirm.ts';
export { endOtherSessions, type SessionDevices } from './end-sessions.ts';
export { createNewBrowsers } from './new-browsers.ts';
export {
  createSessions,
  openSession,
  type SessionTools,
  type SessionUser,
  type SignedIn,
} from './open-session.ts';
export { refuseWithoutSecondStep } from './second-step.ts';
export { createPasskeySignIn, createSignIn, type SignInTools } from './sign-in.ts';
export { pruneSessions } from './store.ts';
