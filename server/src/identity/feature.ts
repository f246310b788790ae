import type { Feature } from '../feature.ts';
import { forgetAllUnproved } from '../features/auth/forget-unproved.ts';
import { bindAuthRoutes } from '../features/auth/routes.ts';
import { bindPasskeyRoutes } from '../features/passkeys/routes.ts';
import { bindSecurityRoutes } from '../features/security/routes.ts';
import { bindTwoFactorRoutes } from '../features/two-factor/routes.ts';
import { bindUserRoutes } from '../features/users/routes.ts';
import { securityParameters } from '../security-parameters.ts';

export const identity = {
  name: 'identity',
  bindRoutes(bind, services) {
    bindAuthRoutes(bind, services);
    bindTwoFactorRoutes(bind, services);
    bindPasskeyRoutes(bind, services);
    bindSecurityRoutes(bind, services);
    bindUserRoutes(bind, services);
  },
  personalTables: [
    'account_link',
    'email_verification',
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
    { table: 'account_link', since: 'expires_at' },
    { table: 'passkey_challenge', since: 'expires_at' },
    { table: 'password_reset', since: 'expires_at' },
    { table: 'sign_in_challenge', since: 'expires_at' },
    // An address that waits to replace another no longer does; a registration goes with its account.
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
