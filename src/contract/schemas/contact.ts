// The message that a seller sends to the operator.
import { z } from 'zod';
import { Email, text } from './fields.ts';

export const ContactMessage = z.strictObject({
  name: text(100, 'Name must be at least 2 characters').min(2, 'Name must be at least 2 characters'),
  email: Email,
  subject: text(200, 'Subject must be at least 5 characters').min(5, 'Subject must be at least 5 characters'),
  message: text(5000, 'Message must be at least 10 characters').min(10, 'Message must be at least 10 characters'),
});
