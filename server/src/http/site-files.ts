import { locales } from '@mercury/contract/locales.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { BusinessSettings } from '../settings/registry.ts';
import type { Settings } from '../settings/settings.ts';
import { coinPageOf, publicPages } from './site-paths.ts';

const anHourSeconds = 3600;
const aDaySeconds = 24 * anHourSeconds;

/** RFC 9116 asks for less than a year, so that nobody writes to an abandoned address. */
const securityTextDays = 90;

interface SiteFilesDeps {
  readonly config: Config;
  readonly settings: Settings;
  readonly listCoinIds: () => Promise<readonly string[]>;
}

/** Files that programs look for: search engines, security researchers' tools, password managers. */
export function installSiteFiles(
  app: FastifyInstance,
  { config, settings, listCoinIds }: SiteFilesDeps,
): void {
  const { publicUrl } = config;
  const files = {
    '/robots.txt': { type: 'text/plain', keptSeconds: aDaySeconds, write: () => writeRobots(publicUrl) },
    '/sitemap.xml': {
      type: 'application/xml',
      keptSeconds: aDaySeconds,
      write: async () => writeSitemap(publicUrl, await listCoinIds()),
    },
    '/.well-known/security.txt': {
      type: 'text/plain',
      keptSeconds: anHourSeconds,
      write: () => writeSecurityText({ publicUrl, ...settings.current }, new Date()),
    },
  };
  for (const [path, { type, keptSeconds, write }] of Object.entries(files)) {
    app.get(path, async (_request, reply) =>
      reply
        .type(`${type}; charset=utf-8`)
        .header('cache-control', `public, max-age=${keptSeconds}`)
        .send(await write()),
    );
  }
  // Password managers send their user here (W3C, "A Well-Known URL for Changing Passwords").
  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect('/profile', 302),
  );
}

/** Forbids nothing: a page that must not be listed says so itself, and a crawler must be able to read that. */
function writeRobots(publicUrl: URL): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap.xml', publicUrl).href}\n`;
}

/** One entry per page without alternates: all languages share one address (sitemaps.org, 0.9). */
function writeSitemap(publicUrl: URL, coinIds: readonly string[]): string {
  const pages = [...publicPages, ...coinIds.map(coinPageOf)];
  const entries = pages.map((path) => `  <url><loc>${new URL(path, publicUrl).href}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/** The operator's public address comes first; the form is always there. */
function writeSecurityText(
  { publicUrl, contact }: Pick<Config, 'publicUrl'> & Pick<BusinessSettings, 'contact'>,
  now: Date,
): string {
  const contacts = [
    ...(contact.email === undefined ? [] : [`mailto:${encodeURI(contact.email)}`]),
    new URL('/contact', publicUrl).href,
  ];
  return [
    ...contacts.map((uri) => `Contact: ${uri}`),
    `Expires: ${expiryFrom(now).toISOString()}`,
    `Preferred-Languages: ${locales.join(', ')}`,
    `Canonical: ${new URL('/.well-known/security.txt', publicUrl).href}`,
    '',
  ].join('\n');
}

/** A midnight, so that the file stays the same all day. */
function expiryFrom(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + securityTextDays));
}
