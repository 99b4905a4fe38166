// Says in words why Hangtag can't listen on its address.

/** Hangtag can't listen on its address. The message tells the operator what to do. */
export class CannotListen extends Error {
  constructor(cause: NodeJS.ErrnoException, port: number, host: string) {
    super(explain(cause, port, host), { cause });
    this.name = 'CannotListen';
  }
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === 'EADDRINUSE') {
    return `Another program is already using port ${port}. Stop it, or choose another port, for example PORT=${port + 1}.`;
  }
  if (error.code === 'EACCES' && port > 1023)
    return `The system doesn't let Hangtag use port ${port}: it keeps that port, or an antivirus blocks it. Choose another port, for example PORT=${port + 1}.`;
  if (error.code === 'EACCES')
    return `This user is not allowed to listen on port ${port}. Choose a port above 1023, for example PORT=5000.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `This machine does not have the address ${host}. Set HOST to 127.0.0.1 for this machine only, or to 0.0.0.0 for all its addresses.`;
  }
  return `Hangtag can't listen on ${host}:${port} (${error.code ?? error.message}). Check HOST and PORT.`;
}
