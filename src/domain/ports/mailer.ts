// Port: sending mail.

type Mail = { to: string; subject: string; text: string; replyTo?: string };

export type Mailer = {
  /** `none` if mail is not configured. Callers must then not promise a mail. */
  readonly kind: 'smtp' | 'none';
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
};
