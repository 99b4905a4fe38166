import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const web = path.resolve(import.meta.dirname, '../src/web');
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(full) : [full];
  });
const files = filesBelow(web).filter((file) => !/\.(test|fixture)\.tsx?$/.test(file));
const catalog = files.filter((file) => file.startsWith(path.join(web, 'messages')));
/** Articles contain their own text. Everything else on screen takes its texts from `web/messages`. */
const components = files.filter((file) => file.endsWith('.tsx') && !file.includes(`${path.sep}articles${path.sep}`));

const spoken =
  /(?:^|\s)(?:label|title|text|hint|placeholder|alt|pendingText|message|aria-label)=("[^"]*[A-Za-z]{3,}[^"]*")/g;
const written = /(?<![=-])>\s*([A-Z“][^<>{}()?;=&|]*[a-z]{2,}[^<>{}()?;=&|]*)<\/?[a-zA-Z]/g;
const toasted = /toast(?:Done|Failed)\(\s*['`]([^'`]+)['`]/g;

/** Texts in a component itself. */
const textsIn = (file: string): string[] => {
  const code = readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
  return [spoken, written, toasted].flatMap((kind) => [...code.matchAll(kind)].map(([, text = '']) => text.trim()));
};

/** The source of `web/messages`. */
const words = catalog.map((file) => readFileSync(file, 'utf8')).join('\n');

describe('the words on screen', () => {
  it('are all in web/messages', () => {
    const loose = components.flatMap((file) => textsIn(file).map((text) => `${path.relative(web, file)}: ${text}`));
    expect(loose).toEqual([]);
  });

  it.each([
    // Specification 2: screens.
    '404 Page Not Found',
    'Did you forget to add the page to the router?',
    'Something went wrong',
    'An unexpected error occurred. Please try refreshing the page.',
    'Error details',
    'Refresh Page',
    'Get Started',
    'Start Free Today',
    'Watch Demo',
    'Smart Auto-Sharing',
    'AI Price Optimization',
    'Safe & Secure',
    'Learn More',
    'Lightning Fast',
    'Premium Features',
    'Community',
    '24/7 Support',
    'Subscribe',
    'Forgot your password',
    'Active Listings',
    'AI Analysis',
    'Total Shares',
    'All Listings',
    'No active listings',
    'Sync Closet',
    'Bot Controls',
    'Start Bot',
    'Stop Bot',
    'Update Settings',
    'Contact Us',
    'Overview',
    'Closet Stats',
    'Personal Info',
    'Poshmark',
    'Setup Required',
    'Connection Issue',
    'Ready for Sharing',
    'Analyze Again',
    'Clear',
    'Apply AI Price',
    'Run API Test',
    'Run Test Again',
    'Back to Dashboard',
    'Top Performers',
    'Recently Shared',
    'Random Sample',
    // Specification 5: validation.
    'You must accept the terms and conditions to register',
    'Please select a JPEG, PNG, or WebP image file.',
    'Please select an image smaller than 8MB',
    'Image file appears to be corrupted or too small',
    'Failed to process the image. Please try a different file.',
    'Failed to read the image file. Please try a different image.',
    'Please provide both username and password',
    // Specification 8: toasts.
    'Login Failed',
    'Invalid credentials. Please try again.',
    'Registration Failed',
    'Failed to create account. Please try again.',
    'Update failed',
    'Profile update failed',
    'Disconnection failed',
    'Failed to disconnect closet',
    'Logout failed',
    'Analysis Failed',
    'Optimization Failed',
    'Update Failed',
    'Authentication Failed',
    'Please check your credentials',
    'Authentication test failed',
    'Failed to update credentials',
    'Missing Information',
    'No Listings Found',
    'Failed to sync closet listings',
    'Failed to start bot',
    'Failed to stop bot',
    'Failed to update settings',
    'Failed to send message. Please try again.',
    'API test failed with status: ',
    'An error occurred while testing the API connection.',
    'Welcome back!',
    'Successfully logged in.',
    'Welcome!',
    'Your account has been created successfully.',
    'Profile Updated',
    'Your profile has been successfully updated.',
    'Closet Disconnected',
    'Logged out',
    'You have been successfully logged out.',
    'Reset Link Sent',
    'Password Reset',
    'Analysis Complete',
    'AI market analysis has been generated for your listing.',
    'Optimization Complete',
    'Prices Updated',
    'Price Updated',
    'Credentials Updated',
    'Authentication Successful',
    'Message Sent',
    'Bot started successfully',
    'Bot stopped successfully',
    'Settings Updated',
  ])('have the specification’s own “%s”', (text) => {
    expect(words.includes(text) || words.includes(text.replaceAll("'", "\\'"))).toBe(true);
  });
});
