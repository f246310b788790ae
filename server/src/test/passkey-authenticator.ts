import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { PasskeyAssertion, PasskeyAttestation, PasskeyOptions } from '@mercury/contract/api/passkeys.ts';
import { endpoints } from '@mercury/contract/api/index.ts';
import { cose, isoCBOR } from '@simplewebauthn/server/helpers';
import * as z from 'zod';
import { succeeded, type TestApp } from './app.ts';
import type { SignedInPerson } from './person.ts';

/** WebAuthn, 6.5.4. */
export interface AttestationStatement {
  readonly format: string;
  readonly fields: ReadonlyMap<string, number | Uint8Array | Uint8Array[]>;
}

export interface Misconduct {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly userHandle?: string;
  readonly isUserVerified?: boolean;
  readonly isUserPresent?: boolean;
  /** A lower count, as on an older copy. */
  readonly signatureCount?: number;
  /** An attestation statement over the signed data; none if not requested. */
  readonly attest?: (signed: Buffer, privateKey: KeyObject) => AttestationStatement;
}

/** An authenticator with its browser: real keys, real signatures, and a user who always confirms. */
export interface PasskeyAuthenticator {
  readonly credentialId: string;
  create(options: PasskeyOptions, misconduct?: Misconduct): PasskeyAttestation;
  get(options: PasskeyOptions, misconduct?: Misconduct): PasskeyAssertion;
}

const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string() }),
  user: z.object({ id: z.string() }),
});
const requestOptions = z.object({ challenge: z.string(), rpId: z.string() });

// WebAuthn, 6.1: the bits of an authenticator's flags.
const flag = { userPresent: 0x01, userVerified: 0x04, hasCredential: 0x40 };

/** ES256, as most are. `counts` is false for authenticators without a counter, as synced ones are. */
export function createAuthenticator(origin: string, { counts = true } = {}): PasskeyAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialIdBytes = randomBytes(32);
  const credentialId = credentialIdBytes.toString('base64url');
  let signatureCount = 0;
  let userHandle = '';

  const authenticatorData = (rpId: string, misconduct: Misconduct, credential: Buffer = Buffer.alloc(0)) => {
    if (counts) signatureCount += 1;
    const head = Buffer.alloc(5);
    head[0] =
      (misconduct.isUserPresent === false ? 0 : flag.userPresent) |
      (misconduct.isUserVerified === false ? 0 : flag.userVerified) |
      (credential.length === 0 ? 0 : flag.hasCredential);
    head.writeUInt32BE(misconduct.signatureCount ?? signatureCount, 1);
    return Buffer.concat([sha256(misconduct.rpId ?? rpId), head, credential]);
  };
  const clientData = (type: string, challenge: string, misconduct: Misconduct) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: misconduct.challenge ?? challenge,
        origin: misconduct.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const named = {
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    clientExtensionResults: {},
  } as const;

  return {
    credentialId,
    create(options, misconduct = {}) {
      const { challenge, rp, user } = creationOptions.parse(options);
      userHandle = user.id;
      const credential = attestedCredential(credentialIdBytes, publicKey);
      const data = authenticatorData(rp.id, misconduct, credential);
      const client = clientData('webauthn.create', challenge, misconduct);
      const { format, fields } = misconduct.attest?.(Buffer.concat([data, sha256(client)]), privateKey) ?? {
        format: 'none',
        fields: new Map(),
      };
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, number | Uint8Array | Uint8Array[]>>([
          ['fmt', format],
          ['attStmt', new Map(fields)],
          ['authData', Uint8Array.from(data)],
        ]),
      );
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: Buffer.from(attestationObject).toString('base64url'),
          transports: ['internal', 'hybrid', 'no such transport'],
        },
      };
    },
    get(options, misconduct = {}) {
      const { challenge, rpId } = requestOptions.parse(options);
      const data = authenticatorData(rpId, misconduct);
      const client = clientData('webauthn.get', challenge, misconduct);
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: misconduct.userHandle ?? userHandle,
        },
      };
    },
  };
}

function sha256(bytes: string | Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** WebAuthn, 6.5.1: the maker (unknown), the id with its length, and the public key in COSE. */
function attestedCredential(id: Buffer, publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [cose.COSEKEYS.kty, cose.COSEKTY.EC2],
      [cose.COSEKEYS.alg, cose.COSEALG.ES256],
      [cose.COSEKEYS.crv, cose.COSECRV.P256],
      [cose.COSEKEYS.x, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [cose.COSEKEYS.y, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]),
  );
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  return Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
}

export async function addPasskey(
  testApp: TestApp,
  { token, password }: Pick<SignedInPerson, 'token' | 'password'>,
  authenticator = createAuthenticator(testApp.config.publicUrl.origin),
): Promise<{ authenticator: PasskeyAuthenticator; passkeyId: string }> {
  const offered = await testApp.call('POST', '/users/passkeys/options', { token, body: { password } });
  const { options, challengeToken } = succeeded(endpoints.createPasskeyOptions, offered);
  const created = await testApp.call('POST', '/users/passkeys', {
    token,
    body: { challengeToken, name: 'Phone', credential: authenticator.create(options) },
  });
  return { authenticator, passkeyId: succeeded(endpoints.createPasskey, created).passkey.id };
}
