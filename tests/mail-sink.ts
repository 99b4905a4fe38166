// A mail server for tests, on loopback, that keeps the mails it receives.
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

type Received = { from: string; to: string[]; raw: string; user: string | undefined };

/** Takes every mail, with the password `right` or without any. */
export async function openMailSink(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('Invalid username or password')),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
          user: session.user,
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    received,
    address: `127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
