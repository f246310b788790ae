import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { securityParameters } from '../security-parameters.ts';

const cookieName = 'device';

/** The only cookie of the product. No script can read it, no other site can make the browser send it, and it signs nobody in. */
export async function installDeviceCookie(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(cookie, {
    parseOptions: {
      path: '/v1',
      httpOnly: true,
      sameSite: 'strict',
      secure: config.publicUrl.protocol === 'https:',
    },
  });
}

/** Undefined for a malformed token: anyone can send any cookie. */
export function readDeviceToken(request: FastifyRequest): string | undefined {
  const token = request.cookies[cookieName];
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}

export function writeDeviceToken(reply: FastifyReply, token: string): void {
  void reply.setCookie(cookieName, token, { maxAge: securityParameters.knownDeviceDays * 24 * 60 * 60 });
}
