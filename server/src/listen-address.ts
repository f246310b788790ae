import { createServer } from 'node:net';

/** The process can't listen on the address. The message is one line for the operator. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

export interface ListenAddress {
  host: string;
  port: number;
}

/** Checks early, before the slow steps of a start. */
export async function verifyAddressIsFree(address: ListenAddress): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(address, resolve);
    });
  } catch (error) {
    throw asListenError(error, address);
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** The operator's line for a failed listen. Any other failure is returned unchanged. */
export function asListenError(error: unknown, { host, port }: ListenAddress): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  switch (error.code) {
    case 'EADDRINUSE':
      return new ListenError(
        `Port ${port} on ${host} is in use: stop what listens there or set PORT to another one`,
      );
    case 'EACCES':
      return new ListenError(
        `Port ${port} needs more rights than this user has: set PORT to one from 1024 on`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ListenError(`HOST ${host} is no address of this machine`);
    default:
      return error;
  }
}
