export type Mail = { to: string; subject: string; text: string; replyTo?: string };

export type Mailer = {
  /** `none` where no mail is set up: callers then say so instead of promising a mail. */
  readonly kind: 'smtp' | 'none';
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
};
