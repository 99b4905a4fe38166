/** The face of this room: changing a profile, taking one's data along, and leaving. */
export { createProfile, type ProfileTools } from './change-profile.ts';
export { createLeave, type LeaveTools } from './leave.ts';
