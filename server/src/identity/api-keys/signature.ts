import { createHmac, createPublicKey, generateKeyPairSync, timingSafeEqual, verify } from 'node:crypto';
import type { ApiKeyKind } from '@mercury/contract/api/api-keys.ts';

/** What a signature is checked against. */
export type KeyMaterial =
  | { readonly kind: 'ed25519'; readonly publicKey: Buffer }
  | { readonly kind: 'hmac'; readonly secret: Buffer };

/** The length tells the kind, before anything is known of the key. */
export function kindOfSignature(signature: Buffer): ApiKeyKind {
  return signature.length === 32 ? 'hmac' : 'ed25519';
}

/** RFC 8032, or HMAC-SHA-256 in constant time. */
export function isSignedBy(
  material: KeyMaterial,
  { message, signature }: { message: string; signature: Buffer },
): boolean {
  const signed = Buffer.from(message);
  if (material.kind === 'ed25519') {
    const key = createPublicKey({ key: material.publicKey, format: 'der', type: 'spki' });
    return verify(null, signed, key, signature);
  }
  const expected = createHmac('sha256', material.secret).update(signed).digest();
  return expected.length === signature.length && timingSafeEqual(expected, signature);
}

/** DER of the public half; undefined for anything but a public Ed25519 key. A private key pasted by mistake is none. */
export function readPublicKey(pem: string): Buffer | undefined {
  if (!pem.startsWith('-----BEGIN PUBLIC KEY-----')) return undefined;
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key.export({ format: 'der', type: 'spki' }) : undefined;
  } catch {
    return undefined;
  }
}

/** Of nobody: what an unknown key is checked against, so that it takes as long as a known one. */
export function createNobodysPublicKey(): Buffer {
  return generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' });
}
