import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';
import type { RenderedMail } from './render-mail.ts';

export interface Message extends RenderedMail {
  /** The same at every retry, so that a second copy can be told from a second mail. */
  readonly id: string;
  readonly recipient: string;
  readonly language: string;
  readonly writtenAt: Date;
}

export interface MailTransport {
  /** Resolves when the mail server has accepted the mail, or its file is complete in the outbox. */
  deliver(message: Message): Promise<void>;
}

// A mail server that is silent for longer is retried later; other jobs are waiting.
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

export function outboxFolderOf(config: Config): string {
  return join(config.dataDir, 'outbox');
}

/** One .eml file per mail. A file appears whole or not at all. The mail's id is its name, so each mail exists once. */
function createOutbox(config: Config): MailTransport {
  const folder = outboxFolderOf(config);
  const composer = nodemailer.createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    { from: config.mailFrom },
  );
  return {
    async deliver(message) {
      const { message: source } = await composer.sendMail(compose(message, config));
      // Mails contain codes and links: only the owner may read them.
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
      // Asks for no out-of-office reply (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(message.unsubscribeUrl !== undefined && { 'List-Unsubscribe': `<${message.unsubscribeUrl}>` }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
