/** Both halves as PEM (RFC 8410 and 5958). */
export interface ApiKeyPair {
  readonly publicPem: string;
  readonly privatePem: string;
}

/** The browser can't, or the page isn't served over https. */
export class NoPairMade extends Error {
  override readonly name = 'NoPairMade';
}

/**
 * The private half is nowhere but in this page until its person takes it away.
 * @throws NoPairMade
 */
export async function makeApiKeyPair(): Promise<ApiKeyPair> {
  try {
    const { publicKey, privateKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    return {
      publicPem: pemOf('PUBLIC KEY', await crypto.subtle.exportKey('spki', publicKey)),
      privatePem: pemOf('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', privateKey)),
    };
  } catch (error) {
    throw new NoPairMade('no pair was made', { cause: error });
  }
}

function pemOf(label: string, der: ArrayBuffer): string {
  const text = btoa(String.fromCodePoint(...new Uint8Array(der)));
  const lines = text.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
