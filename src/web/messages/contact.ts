// Texts of the contact dialog.

export const contactMessages = {
  title: 'Contact Us',
  text: 'Your message goes to this site’s administrator.',
  form: 'Write to us',
  name: 'Name',
  email: 'Email',
  emailHint: 'We’ll reply here.',
  subject: 'Subject',
  message: 'Message',
  send: 'Send Message',
  sending: 'Sending…',
  cancel: 'Cancel',
  done: { title: 'Message Sent', text: "Thank you for contacting us! We'll get back to you soon." },
  failed: { title: 'Error', text: 'Failed to send message. Please try again.' },
} as const;
