import type { Feature } from '../feature.ts';
import { securityParameters } from '../security-parameters.ts';
import { bindAccountRoutes } from './account/routes.ts';
import { bindApiKeyRoutes } from './api-keys/routes.ts';
import { bindEmailRoutes } from './email/routes.ts';
import { bindFactorRoutes } from './factors/routes.ts';
import { bindSessionRoutes } from './sessions/routes.ts';
import { endReasonKeptDays } from './sessions/why-ended.ts';
import { forgetAllUnproved } from './sign-in/forget-unproved.ts';
import { bindSignInRoutes } from './sign-in/routes.ts';

export const identity = {
  name: 'identity',
  bindRoutes(bind, services) {
    bindSignInRoutes(bind, services);
    bindApiKeyRoutes(bind, services);
    bindSessionRoutes(bind, services);
    bindFactorRoutes(bind, services);
    bindEmailRoutes(bind, services);
    bindAccountRoutes(bind, services);
  },
  personalTables: [
    'account_link',
    'api_key',
    'email_verification',
    'ended_session',
    'known_device',
    'passkey',
    'passkey_challenge',
    'password_reset',
    'recovery_code',
    'security_event',
    'two_factor',
  ],
  expiring: [
    { table: 'session', since: 'idle_expires_at' },
    { table: 'session', since: 'absolute_expires_at' },
    { table: 'ended_session', since: 'ended_at', keptFor: { days: endReasonKeptDays } },
    { table: 'api_key', since: 'expires_at', keptFor: { days: securityParameters.expiredApiKeysKeptDays } },
    { table: 'account_link', since: 'expires_at' },
    { table: 'passkey_challenge', since: 'expires_at' },
    { table: 'password_reset', since: 'expires_at' },
    { table: 'sign_in_challenge', since: 'expires_at' },
    // Only an expired email change: a registration goes with its account.
    { table: 'email_verification', where: `purpose = 'email-change'`, since: 'token_expires_at' },
    {
      table: 'failed_password',
      since: 'last_failed_at',
      keptFor: { hours: securityParameters.wrongPassword.forgottenAfterHours },
    },
    { table: 'known_device', since: 'last_used_at', keptFor: { days: securityParameters.knownDeviceDays } },
    {
      table: 'security_event',
      since: 'created_at',
      keptFor: { days: securityParameters.securityEventsKeptDays },
    },
  ],
  sweep: forgetAllUnproved,
} satisfies Feature;
