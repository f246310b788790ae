import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';
import type { RenderedMail } from './render-mail.ts';

export interface Message extends RenderedMail {
  /** Stays the same when the mail is sent again after a failure, so that a second copy can be told from a second mail. */
  readonly id: string;
  readonly recipient: string;
  readonly language: string;
  readonly writtenAt: Date;
}

export interface MailTransport {
  /** Resolves when the mail server has taken the mail, or its file is in the outbox under its name. */
  deliver(message: Message): Promise<void>;
}

// A mail server that is silent for longer gets another try later; jobs wait for one another.
const smtpTimeoutMs = 20_000;

export function createMailTransport(config: Config): MailTransport {
  if (config.smtpUrl === undefined) return createOutbox(config);
  const mailer = nodemailer.createTransport(
    {
      url: config.smtpUrl,
      connectionTimeout: smtpTimeoutMs,
      greetingTimeout: smtpTimeoutMs,
      socketTimeout: smtpTimeoutMs,
    },
    { from: config.mailFrom },
  );
  return {
    async deliver(message) {
      await mailer.sendMail(compose(message, config));
    },
  };
}

/** Where mails are kept as files when no mail server is configured. */
export function outboxFolderOf(config: Config): string {
  return join(config.dataDir, 'outbox');
}

/** One .eml file a mail. A file appears whole or not at all, and is named by the mail's id, so each only once. */
function createOutbox(config: Config): MailTransport {
  const folder = outboxFolderOf(config);
  const composer = nodemailer.createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    { from: config.mailFrom },
  );
  return {
    async deliver(message) {
      const { message: source } = await composer.sendMail(compose(message, config));
      // Mails hold codes and links: for the owner's eyes only.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = join(folder, `${message.id}.part`);
      // With `buffer: true` the source is no stream; the types cover both.
      await writeFile(unfinished, source as Buffer, { mode: 0o600 });
      await rename(unfinished, join(folder, `${message.id}.eml`));
    },
  };
}

function compose(message: Message, config: Config) {
  return {
    to: { name: '', address: message.recipient },
    ...(message.replyTo !== undefined && { replyTo: { name: '', address: message.replyTo } }),
    subject: message.subject,
    text: message.text,
    html: message.html,
    date: message.writtenAt,
    messageId: `<${message.id}@${config.publicUrl.hostname}>`,
    headers: {
      'Content-Language': message.language,
      // No out-of-office reply is wanted (RFC 3834).
      'Auto-Submitted': 'auto-generated',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
