// The steps that the seller can take for each kind of pause.
import type { PauseReason } from '#domain/bot/bot.ts';
import { type MarketplaceName, startWith } from '#domain/closet.ts';
import type { Transport } from '#domain/companion.ts';

/** What the button beside a step does: open the marketplace, test the connection, open the panel or the settings, record
 * how the marketplace talks, get the companion, or resume. */
type StepAction = 'open' | 'test' | 'panel' | 'resume' | 'settings' | 'record' | 'companion';
/** `label` replaces the usual text of the button. */
export type PauseStep = { title: string; text: string; action?: StepAction; label?: string };
type Steps = readonly [PauseStep, PauseStep, PauseStep];

const resume = (text: string): PauseStep => ({ title: 'Resume', text, action: 'resume' });
const lookThere = (title: string, text: string): PauseStep => ({ title, text, action: 'open' });
const test: PauseStep = {
  title: 'Test the connection',
  text: 'One read-only request. Nothing is shared.',
  action: 'test',
};
/** A bot that waits for a sign-in continues on its own once the sign-in works. */
const goesOn = resume(
  'Sharing continues on its own once you’re connected. If it’s still paused after a minute, resume it.',
);

const slowDown = (name: string, whatFollows: string): Steps => [
  { title: 'Wait it out', text: `No action needed. Sharing resumes automatically, ${whatFollows}.` },
  { title: 'Share less by hand', text: `${name} counts the shares you make yourself, too.` },
  {
    title: 'Choose a lower limit',
    text: 'If this happens again, lower your daily limit.',
    action: 'settings',
  },
];

const continues = {
  title: 'Sharing continues',
  text: 'On its own, within a minute. You don’t have to come back here.',
};
const inCompanion = (marketplace: MarketplaceName): PauseStep =>
  lookThere(
    `Sign in to ${marketplace} in the browser`,
    'In the one that shares for you. The companion shows you its tab.',
  );

/** If the paired browser shares, the seller acts there. null if the usual steps are right. */
const browserSteps = (reason: PauseReason, marketplace: MarketplaceName): Steps | null => {
  switch (reason) {
    case 'session_expired':
      return [inCompanion(marketplace), continues, resume('If it’s still paused after a few minutes.')];
    case 'human_check':
      return [
        {
          title: 'Complete the check in the browser',
          text: 'In the one that shares for you. The companion shows you its tab, and never answers a check itself.',
        },
        { ...continues, text: 'On its own. Hangtag shares one listing first, then stays in slow mode for a week.' },
        { ...resume('If it’s still paused after a few minutes.'), label: 'I’ve completed the check' },
      ];
    case 'code_required':
    case 'credentials_rejected':
      return [
        inCompanion(marketplace),
        { title: 'Enter the code there', text: `If ${marketplace} sends you one. Hangtag never sees it.` },
        resume('Sharing continues on its own. If it’s still paused after a few minutes, resume it.'),
      ];
    case 'marketplace_refused':
      return [
        lookThere('Check for a message', `Open ${marketplace} in the browser that shares for you.`),
        test,
        resume('Try again later today.'),
      ];
    case 'marketplace_unavailable':
      return [
        { title: 'Nothing to do', text: 'Hangtag will try again automatically.' },
        lookThere('See for yourself', `Does ${marketplace} load in the browser that shares for you?`),
        resume('If it loads there, you don’t have to wait. Hangtag tries once and says what it found.'),
      ];
    case 'marketplace_changed':
      return [
        {
          title: 'Get the newest companion',
          text: 'An older one refuses what it doesn’t know. Install it from here again.',
          action: 'companion',
        },
        {
          title: 'Or record a visit',
          text: 'Ten minutes of your own clicks show Hangtag what changed. Give the file to your administrator.',
          action: 'record',
        },
        resume('Try again.'),
      ];
    default:
      return null;
  }
};

/** Hangtag made this closet and its password, so there is nothing that the seller could correct. */
const newPracticeCloset: Steps = [
  {
    title: 'Disconnect this practice closet',
    text: 'The practice marketplace doesn’t know it. Your history and settings stay.',
    action: 'panel',
  },
  { title: 'Start a new practice closet', text: 'One click in the marketplace panel.' },
  { title: 'Press Start Bot', text: 'When the panel says Ready for Sharing.' },
];

/** Three steps for every reason: what to do, how to check it, what happens then. */
export const pauseSteps = (
  reason: PauseReason,
  marketplace: MarketplaceName,
  transport: Transport = 'server',
): Steps => {
  const inBrowser = transport === 'browser' ? browserSteps(reason, marketplace) : null;
  if (inBrowser !== null) return inBrowser;
  const name = startWith(marketplace);
  switch (reason) {
    case 'human_check':
      return [
        lookThere('Complete the check', `Sign in to ${marketplace} on your own phone or computer and do what it asks.`),
        { title: 'See that it’s gone', text: `Reload ${marketplace} there. If it asks again, it isn’t done yet.` },
        {
          ...resume('Hangtag shares one listing first, then continues in slow mode for a week.'),
          label: 'I’ve completed the check',
        },
      ];
    case 'code_required':
      return [
        {
          title: 'Open the marketplace panel',
          text: `It says where you enter the code. If Hangtag has no password, that’s at ${marketplace}.`,
          action: 'panel',
        },
        { title: 'Enter the code', text: `${name} sends it to your phone or email.` },
        goesOn,
      ];
    case 'credentials_rejected':
      if (marketplace !== 'Poshmark') return newPracticeCloset;
      return [
        {
          title: 'Check your username and password',
          text: 'Use your closet name, not your email. Then save them again.',
          action: 'panel',
        },
        { title: 'Or use your browser’s session', text: 'It needs no password and works best.' },
        goesOn,
      ];
    case 'session_expired':
      return [
        {
          title: 'Reconnect your closet',
          text: `Your ${marketplace === 'Poshmark' ? 'Poshmark' : 'practice'} session expired. Reconnect it below.`,
          action: 'panel',
        },
        test,
        goesOn,
      ];
    case 'rate_limited':
      return slowDown(name, 'at half the pace for 24 hours. Your limit stays the same');
    case 'share_limit':
      return slowDown(name, 'with the limit that’s named above. You can take your own limit back there');
    case 'lowered_limit':
      return [
        { title: 'Nothing to do', text: 'Sharing resumes automatically.' },
        {
          title: 'Why it’s lower',
          text: `After a warning from ${marketplace}, Hangtag keeps to a lower limit for 7 days.`,
        },
        {
          title: 'Your own limit',
          text: 'It applies again after that. You can also take it back above, at your own risk.',
        },
      ];
    case 'marketplace_refused':
      return [
        lookThere('Check for a message', `Open ${marketplace} in your own browser and see if it tells you something.`),
        test,
        resume('Try again later today.'),
      ];
    case 'marketplace_unavailable':
      return [
        { title: 'Nothing to do', text: `${name} is having problems. Hangtag will try again automatically.` },
        lookThere('See for yourself', 'Does it load in your own browser?'),
        resume('If it loads there, you don’t have to wait. Hangtag tries once and says what it found.'),
      ];
    case 'marketplace_changed':
      return [
        {
          title: 'Record a visit',
          text: `Ten minutes of your own clicks show Hangtag what changed. Give the file to your administrator.`,
          action: 'record',
        },
        test,
        resume('Try again.'),
      ];
    case 'account_blocked':
      return [
        lookThere('Read the message', `Sign in to ${marketplace} in your own browser.`),
        { title: 'Contact support', text: `Only ${marketplace} support can explain it and lift it.` },
        resume('Only after the suspension is lifted.'),
      ];
  }
};
