// Texts of the contact dialog.

export const contactMessages = {
  failed: { text: 'Failed to send message. Please try again.' },
} as const;
