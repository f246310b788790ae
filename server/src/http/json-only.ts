import type { FastifyInstance } from 'fastify';

/**
 * The API accepts only application/json. An empty body is no body, so a call without a payload may omit the header. Refuses keys
 * that would reach an object's prototype.
 */
export function installJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    // With parseAs 'string' the body is a string; the type also covers buffers.
    return parseJson(request, body.toString(), done);
  });
}
