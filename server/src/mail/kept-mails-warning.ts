import type { Config } from '../config.ts';
import { isLoopback } from '../http/loopback.ts';
import { outboxFolderOf } from './transport.ts';

/** What an operator has to know whose server can be reached by others and sends no mail; undefined where all is well. */
export function keptMailsWarning(config: Config, outboxToken: string): string | undefined {
  if (config.smtpUrl !== undefined || isLoopback(config.host)) return undefined;
  const lines = [
    'WARNING: this server can be reached from other machines, and SMTP_URL is not set.',
    `No mail is sent: codes and links of everybody who registers are kept in ${outboxFolderOf(config)}.`,
  ];
  if (config.rail === 'sandbox') {
    const page = new URL(`/dev/mail?token=${outboxToken}`, config.publicUrl);
    lines.push(`Whoever has this address can read them, until the next start: ${page.href}`);
  }
  return lines.join('\n');
}
