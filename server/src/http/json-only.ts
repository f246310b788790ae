import type { FastifyInstance } from 'fastify';

/**
 * The API reads application/json and nothing else. A body of no bytes is no body, so that a call without a payload
 * may be sent with or without the header. Keys that would reach an object's prototype are refused.
 */
export function installJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    // With parseAs 'string' the body is a string; the signature also covers buffers.
    return parseJson(request, body.toString(), done);
  });
}
