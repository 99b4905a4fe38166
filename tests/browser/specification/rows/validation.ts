// Section 5 of the specification: what every field accepts.

import {
  auth,
  contact,
  credentials,
  frames,
  frequency,
  limit,
  newSeller,
  photo,
  photoRefused,
  registering,
  reset,
  sheet,
  slots,
} from '../named-tests.ts';
import { rowOf } from '../row.ts';

const row = rowOf(5);

export const validation = [
  row('first and last name', registering, 'First name is required', 'Last name is required'),
  row('email', registering, 'Please enter a valid email address'),
  row('phone number is optional, and says what for', frames),
  row('password', registering, 'Password must be at least 6 characters'),
  row('terms', registering, 'You must accept the terms and conditions to register'),
  row('login asks for both', auth('requires both fields before it sends anything')),
  row('forgot password: email', reset, 'Please enter a valid email address'),
  row('reset: token', reset, 'Reset token is required'),
  row('reset: new password', reset, 'Password must be at least 6 characters'),
  row('reset: confirmation', reset, 'Password confirmation is required', "Passwords don't match"),
  row('share frequency from 1 to 1440', frequency, '1441'),
  row('slot times, enabled and days', slots, '25:00'),
  row('shipping discount is a boolean that is always sent', newSeller, 'offerShippingDiscount'),
  row('daily limit from 50 to 50000', limit, '49', '50001'),
  row('contact: name', contact, 'Name must be at least 2 characters'),
  row('contact: email', contact, 'Please enter a valid email address'),
  row('contact: subject', contact, 'Subject must be at least 5 characters'),
  row('contact: message', contact, 'Message must be at least 10 characters'),
  row('photo: its kind', photoRefused, 'Please select a JPEG, PNG, or WebP image file. Current file: notes.pdf'),
  row('photo: at most 8 MB', photoRefused, 'Please select an image smaller than 8MB'),
  row('photo: at least 1 KB', photoRefused, 'Image file appears to be corrupted or too small'),
  row('photo: not an image', photoRefused, 'Failed to process the image. Please try a different file.'),
  row('photo: not readable', photo, 'Failed to read the image file. Please try a different image.'),
  row('credentials: both', credentials, 'Please provide both username and password'),
  row('market list: active ones whose title has the text, in any case', sheet, 'Search active listings'),
  row('form errors are under their fields', registering),
];
