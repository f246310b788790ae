import { randomBytes } from 'node:crypto';
import { limits } from '@mercury/contract/limits.ts';
import { productName } from '@mercury/contract/product.ts';
import { Secret, TOTP } from 'otpauth';
import { securityParameters } from '../../security-parameters.ts';

// One step of drift allows for typing and for clocks that differ a little (RFC 6238, 5.2).
const { algorithm, stepSeconds, secretBytes, driftSteps } = securityParameters.totp;

export function createTotpSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** The secret in base32 for typing, and as the otpauth URI of a QR code. */
export function presentTotpSecret(secret: Buffer, email: string): { secretKey: string; qrCodeUrl: string } {
  const totp = totpOf(secret, email);
  return { secretKey: totp.secret.base32, qrCodeUrl: totp.toString() };
}

/**
 * Finds the time step (RFC 6238, 4.2) of a code, near `at` in milliseconds since 1970; undefined if no step has this code.
 * The caller must keep an accepted step and never accept it again.
 */
export function findTotpStep(secret: Buffer, code: string, at = Date.now()): number | undefined {
  const drift = totpOf(secret).validate({ token: code, window: driftSteps, timestamp: at });
  return drift === null ? undefined : Math.floor(at / 1000 / stepSeconds) + drift;
}

function totpOf(secret: Buffer, email = ''): TOTP {
  return new TOTP({
    issuer: productName,
    label: email,
    algorithm,
    digits: limits.twoFactorCodeLength,
    period: stepSeconds,
    // A copy, because a Buffer may be part of a larger one.
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });
}
