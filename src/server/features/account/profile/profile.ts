// The face of this room: changing a profile, exporting an account, and erasing it.

export { createProfile, type ProfileTools } from './change-profile.ts';
export { createLeave, type LeaveTools } from './leave.ts';
