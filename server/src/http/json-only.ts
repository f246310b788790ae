import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, for the signature of a program's call; empty without one. */
    bodyText: string;
  }
}

/**
 * The API accepts only application/json. An empty body is no body, so a call without a payload may omit the header. Refuses keys
 * that would reach an object's prototype.
 */
export function installJsonOnly(app: FastifyInstance): void {
  app.decorateRequest('bodyText', '');
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    // With parseAs 'string' the body is a string; the type also covers buffers.
    request.bodyText = body.toString();
    return parseJson(request, request.bodyText, done);
  });
}
