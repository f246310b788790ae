import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { DomainError } from '../errors.ts';
import type { RateLimiter } from './rate-limit.ts';

export const cspReportPath = '/v1/csp-reports';

/** A browser reports a few violations at once, each of some hundred bytes. */
const bodyBytesMax = 8 * 1024;
const loggedLengthMax = 200;

const text = z.optional(z.string());

/** The format of `report-uri` (CSP level 2). */
const singleReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
  }),
});

/** The format of `report-to` (Reporting API). */
const reportList = z.array(
  z.object({
    type: z.string(),
    body: z.object({ documentURL: text, effectiveDirective: text, blockedURL: text }),
  }),
);

interface Violation {
  readonly page: string;
  readonly directive: string;
  readonly blocked: string;
}

/**
 * Browsers report here what the Content-Security-Policy blocked: a bug of ours, or an attack. Anyone can send anything, so
 * reports are small, rate-limited and only logged. This is no endpoint of the contract: browsers define the format.
 */
export async function installCspReports(
  app: FastifyInstance,
  { log, rateLimiter }: { log: Logger; rateLimiter: RateLimiter },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: bodyBytesMax },
      scope.getDefaultJsonParser('error', 'error'),
    );
    scope.post(cspReportPath, async (request, reply) => {
      await rateLimiter.consume('cspReport', request.ip);
      await rateLimiter.consume('cspReportOfAll', 'all');
      const violations = readViolations(request.body);
      const [first] = violations;
      // One log line per request, whatever it contains.
      if (first)
        log.warn({ part: 'csp', ...first, count: violations.length }, 'a browser refused what a page wanted');
      return reply.header('cache-control', 'no-store').code(204).send();
    });
  });
}

/** @throws DomainError ValidationFailed */
function readViolations(body: unknown): Violation[] {
  const single = singleReport.safeParse(body);
  if (single.success) {
    const report = single.data['csp-report'];
    return [
      {
        page: withoutQuery(report['document-uri']),
        directive: cut(report['effective-directive'] || report['violated-directive']),
        blocked: withoutQuery(report['blocked-uri']),
      },
    ];
  }
  const list = reportList.safeParse(body);
  if (!list.success) throw new DomainError('ValidationFailed');
  return list.data
    .filter(({ type }) => type === 'csp-violation')
    .map(({ body: report }) => ({
      page: withoutQuery(report.documentURL),
      directive: cut(report.effectiveDirective),
      blocked: withoutQuery(report.blockedURL),
    }));
}

/**
 * Queries contain tokens, and fragments may: neither belongs in a log. A value that is no address is a word of the policy, for
 * example `eval`.
 */
function withoutQuery(address = ''): string {
  return cut(address.split(/[?#]/, 1)[0] ?? '');
}

function cut(value = ''): string {
  return value.slice(0, loggedLengthMax);
}
