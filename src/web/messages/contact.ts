// Texts of the contact dialog.

export const contactMessages = {
  title: 'Contact Us',
  text: 'Your message goes to whoever runs this installation, and to nobody else.',
  form: 'Write to us',
  name: 'Name',
  email: 'E-mail',
  emailHint: 'The answer comes here.',
  subject: 'Subject',
  message: 'Message',
  send: 'Send Message',
  sending: 'Sending…',
  cancel: 'Not now',
  done: { title: 'Message Sent', text: "Thank you for contacting us! We'll get back to you soon." },
  failed: { title: 'Error', text: 'Failed to send message. Please try again.' },
} as const;
