import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Config } from '../config.ts';
import { DomainError } from '../errors.ts';
import { mayReadOutbox, takeToken } from './outbox-access.ts';
import { findInOutbox, listOutbox, type KeptMail } from './outbox.ts';
import { escapeHtml } from './render-html.ts';
import { outboxFolderOf } from './transport.ts';

const pagePath = '/dev/mail';
const stylePath = `${pagePath}/style.css`;

const paramsSchema = z.object({ id: z.string() });

/**
 * Shows the mails that were kept instead of sent: pages for people, JSON for programs. A reader sees everyone's mail. So it
 * exists only with the sandbox rail and without a mail server, and only for a reader with the token, or on this machine if no
 * proxy is in front. In English, as a tool of the sandbox's operator.
 */
export function installOutboxPage(app: FastifyInstance, config: Config, token: string): void {
  const folder = outboxFolderOf(config);

  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (takeToken(request, reply, token))
        return reply.redirect(request.url.split('?', 1)[0] ?? pagePath, 303);
      if (!mayReadOutbox(request, { token, config })) throw new DomainError('NotFound');
    });

    scope.get(pagePath, async (request, reply) => {
      const mails = await listOutbox(folder);
      if (wantsJson(request)) return sendJson(reply, { mails: mails.map(summaryOf) });
      return sendPage(reply, 'Outbox', listHtml(mails));
    });

    scope.get(`${pagePath}/:id`, async (request, reply) => {
      const mail = await findInOutbox(folder, paramsSchema.parse(request.params).id);
      if (mail === undefined) throw new DomainError('NotFound');
      if (wantsJson(request)) return sendJson(reply, mail);
      return sendPage(reply, mail.subject, mailHtml(mail));
    });

    scope.get(stylePath, (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  });
}

function wantsJson(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('application/json');
}

function sendJson(reply: FastifyReply, body: object): FastifyReply {
  return reply.header('cache-control', 'no-store').send(body);
}

function summaryOf({ id, subject, to, date }: KeptMail): Omit<KeptMail, 'text'> {
  return { id, subject, to, date };
}

function sendPage(reply: FastifyReply, title: string, content: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`);
}

function listHtml(mails: readonly KeptMail[]): string {
  const items = mails.map(
    (mail) => `<li><a href="${pagePath}/${escapeHtml(mail.id)}"><bdi>${escapeHtml(mail.subject)}</bdi></a>
<p>to ${escapeHtml(mail.to)}, ${timeHtml(mail.date)}</p></li>`,
  );
  return `<h1>Outbox</h1>
<p>No mail server is configured, so mails are kept here. The newest is first.</p>
${items.length === 0 ? '<p>There is no mail yet.</p>' : `<ol>${items.join('\n')}</ol>`}`;
}

function mailHtml(mail: KeptMail): string {
  return `<p><a href="${pagePath}">Outbox</a></p>
<h1 dir="auto">${escapeHtml(mail.subject)}</h1>
<p>to ${escapeHtml(mail.to)}, ${timeHtml(mail.date)}</p>
<article dir="auto">${linkify(escapeHtml(mail.text))}</article>`;
}

function timeHtml(date: string): string {
  return `<time datetime="${escapeHtml(date)}">${escapeHtml(date.replace('T', ' ').replace(/\.000Z$/, ' UTC'))}</time>`;
}

/** Makes links of the addresses in a text. The text must already be escaped. */
function linkify(escapedText: string): string {
  return escapedText.replace(/https?:\/\/[^\s<>"']+/g, (url) => `<a href="${url}">${url}</a>`);
}

const style = `:root { color-scheme: light dark }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.3 }
ol { padding: 0; list-style: none }
li { padding: .75rem 0; border-top: 1px solid color-mix(in srgb, currentcolor 20%, transparent) }
li p, time { opacity: .75; margin: 0 }
article { margin-top: 1.5rem; white-space: pre-line; unicode-bidi: plaintext; overflow-wrap: anywhere }
`;
