import type { Config } from '../config.ts';
import { isLoopbackUrl } from '../http/network-address.ts';
import { isForThisMachineAlone } from './outbox-access.ts';
import { outboxFolderOf } from './transport.ts';

/** Warns an operator whose server is reachable from outside and sends no mail; undefined if all is well. */
export function keptMailsWarning(config: Config, outboxToken: string): string | undefined {
  if (config.smtpUrl !== undefined || isForThisMachineAlone(config)) return undefined;
  const lines = [
    'WARNING: this server can be reached from other machines, and SMTP_URL is not set.',
    `No mail is sent: codes and links of everybody who registers are kept in ${outboxFolderOf(config)}.`,
  ];
  if (config.rail === 'sandbox') lines.push(whoCanRead(config, `/dev/mail?token=${outboxToken}`));
  return lines.join('\n');
}

function whoCanRead({ publicUrl }: Config, path: string): string {
  // No public name is configured: a link to this machine's address would lead others to their own machine.
  if (isLoopbackUrl(publicUrl))
    return `Whoever opens this path of it can read them, until the next start: ${path}`;
  return `Whoever has this address can read them, until the next start: ${new URL(path, publicUrl).href}`;
}
