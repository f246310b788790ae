import * as z from 'zod/mini';
import { passkeyShape } from '../api/passkey-shape.ts';
import { passkeyAssertionSchema, passkeyAttestationSchema, passkeyOptionsShape } from '../api/passkeys.ts';
import {
  currentPasswordSchema,
  emailSchema,
  idSchema,
  labelSchema,
  newPasswordSchema,
  personNameSchema,
  timeSchema,
  tokenSchema,
  twoFactorCodeSchema,
} from '../api/shapes.ts';
import { consoleEndpoint } from './endpoint.ts';
import { permissions } from './permissions.ts';

const done = z.strictObject({ success: z.literal(true) });
const passkeyOptionsReply = z.strictObject({
  success: z.literal(true),
  options: passkeyOptionsShape,
  /** Sent back with the passkey's answer. Valid for one answer, for five minutes. */
  challengeToken: z.string(),
});
const authenticatorReply = z.strictObject({
  success: z.literal(true),
  /** In base32, for typing. */
  secretKey: z.string(),
  /** The otpauth URI in the QR code. */
  qrCodeUrl: z.string(),
});
const assertionBody = z.strictObject({ challengeToken: tokenSchema, credential: passkeyAssertionSchema });

/** The member of staff who is signed in. */
export const meShape = z.strictObject({
  id: idSchema,
  email: z.string(),
  name: z.string(),
  role: z.string(),
  permissions: z.array(z.enum(permissions)),
  /** Until then a call that needs a proof asks for none. */
  provedUntil: z.nullable(timeSchema),
  /** The session ends then, however busy. */
  endsAt: timeSchema,
});
export type Me = z.output<typeof meShape>;
const meReply = z.strictObject({ success: z.literal(true), me: meShape });

// An invitation: by its link, once, within a day. It names its email and role; the person chooses one of two ways to sign in.

export const readInvitation = consoleEndpoint({
  method: 'POST',
  path: '/invitations/read',
  summary: 'Whom an invitation is for',
  caller: 'anyone',
  body: z.strictObject({ token: tokenSchema }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    invitation: z.strictObject({ email: z.string(), role: z.string(), expiresAt: timeSchema }),
  }),
  errors: ['InvalidOrExpiredToken'],
});

export const invitationPasskeyOptions = consoleEndpoint({
  method: 'POST',
  path: '/invitations/passkey-options',
  summary: 'What a browser needs to make the passkey of a new member of staff',
  caller: 'anyone',
  body: z.strictObject({ token: tokenSchema, name: personNameSchema }),
  status: 200,
  reply: passkeyOptionsReply,
  errors: ['InvalidOrExpiredToken'],
});

export const acceptWithPasskey = consoleEndpoint({
  method: 'POST',
  path: '/invitations/passkey',
  summary: 'Accepts an invitation with a passkey that verifies its person, and signs in',
  caller: 'anyone',
  body: z.strictObject({
    token: tokenSchema,
    name: personNameSchema,
    challengeToken: tokenSchema,
    label: labelSchema,
    credential: passkeyAttestationSchema,
  }),
  status: 201,
  reply: meReply,
  errors: ['InvalidOrExpiredToken', 'PasskeyRefused', 'PasskeyExists'],
});

export const invitationAuthenticator = consoleEndpoint({
  method: 'POST',
  path: '/invitations/authenticator',
  summary: 'A secret for the authenticator app of a new member of staff; asking again replaces it',
  caller: 'anyone',
  body: z.strictObject({ token: tokenSchema }),
  status: 200,
  reply: authenticatorReply,
  errors: ['InvalidOrExpiredToken'],
});

export const acceptWithPassword = consoleEndpoint({
  method: 'POST',
  path: '/invitations/password',
  summary: 'Accepts an invitation with a password and a code of the authenticator app, and signs in',
  caller: 'anyone',
  body: z.strictObject({
    token: tokenSchema,
    name: personNameSchema,
    password: newPasswordSchema,
    twoFactorCode: twoFactorCodeSchema,
  }),
  status: 201,
  reply: meReply,
  errors: ['InvalidOrExpiredToken', 'InvalidTwoFactorCode'],
});

// Signing in: always both factors, in one step, so that nothing tells which of them was wrong.

export const signInPasskeyOptions = consoleEndpoint({
  method: 'POST',
  path: '/session/passkey-options',
  summary: 'What a browser needs to offer its passkeys; names nobody',
  caller: 'anyone',
  status: 200,
  reply: passkeyOptionsReply,
  errors: [],
});

export const signInWithPasskey = consoleEndpoint({
  method: 'POST',
  path: '/session/passkey',
  summary: 'Signs in with a passkey that verified its person',
  caller: 'anyone',
  body: assertionBody,
  status: 200,
  reply: meReply,
  errors: ['InvalidCredentials'],
});

export const signInWithPassword = consoleEndpoint({
  method: 'POST',
  path: '/session/password',
  summary: 'Signs in with password and code together',
  caller: 'anyone',
  body: z.strictObject({
    email: emailSchema,
    password: currentPasswordSchema,
    twoFactorCode: twoFactorCodeSchema,
  }),
  status: 200,
  reply: meReply,
  errors: ['InvalidCredentials'],
});

export const signOut = consoleEndpoint({
  method: 'DELETE',
  path: '/session',
  summary: 'Ends this session; a success too if it has ended',
  caller: 'anyone',
  status: 200,
  reply: done,
  errors: [],
});

export const getMe = consoleEndpoint({
  method: 'GET',
  path: '/me',
  summary: 'Who is signed in, and what they may do',
  caller: 'staff',
  status: 200,
  reply: meReply,
  errors: ['Unauthenticated'],
});

// A proof: the session is fresh for five minutes.

export const proofPasskeyOptions = consoleEndpoint({
  method: 'POST',
  path: '/proof/passkey-options',
  summary: 'What a browser needs to ask for a passkey of the person who is signed in',
  caller: 'staff',
  status: 200,
  reply: passkeyOptionsReply,
  errors: ['Unauthenticated'],
});

export const proveWithPasskey = consoleEndpoint({
  method: 'POST',
  path: '/proof/passkey',
  summary: 'Makes the session fresh by a passkey',
  caller: 'staff',
  body: assertionBody,
  status: 200,
  reply: meReply,
  errors: ['Unauthenticated', 'PasskeyRefused'],
});

export const proveWithCode = consoleEndpoint({
  method: 'POST',
  path: '/proof/code',
  summary: 'Makes the session fresh by a code of the authenticator app',
  caller: 'staff',
  body: z.strictObject({ twoFactorCode: twoFactorCodeSchema }),
  status: 200,
  reply: meReply,
  errors: ['Unauthenticated', 'InvalidTwoFactorCode'],
});

// One's own factors and sessions.

export const staffSessionShape = z.strictObject({
  id: idSchema,
  createdAt: timeSchema,
  lastUsedAt: timeSchema,
  networkAddress: z.string(),
  /** "Chrome · Linux"; empty if the browser did not say. */
  device: z.string(),
  isCurrent: z.boolean(),
});
export type StaffSession = z.output<typeof staffSessionShape>;

export const getOwnAccess = consoleEndpoint({
  method: 'GET',
  path: '/me/access',
  summary: 'One’s own ways to sign in, and sessions',
  caller: 'staff',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    hasPassword: z.boolean(),
    passkeys: z.array(passkeyShape),
    sessions: z.array(staffSessionShape),
  }),
  errors: ['Unauthenticated'],
});

export const endOwnSession = consoleEndpoint({
  method: 'DELETE',
  path: '/me/sessions/:id',
  summary: 'Ends one of one’s own sessions; a success too if it has ended',
  caller: 'staff',
  params: z.strictObject({ id: idSchema }),
  status: 200,
  reply: done,
  errors: ['Unauthenticated'],
});

export const newPasskeyOptions = consoleEndpoint({
  method: 'POST',
  path: '/me/passkeys/options',
  summary: 'What a browser needs to make another passkey',
  caller: 'staff',
  needsProof: true,
  status: 200,
  reply: passkeyOptionsReply,
  errors: ['Unauthenticated', 'ProofRequired', 'TooManyPasskeys'],
});

export const addPasskey = consoleEndpoint({
  method: 'POST',
  path: '/me/passkeys',
  summary: 'Keeps another passkey',
  caller: 'staff',
  needsProof: true,
  body: z.strictObject({
    challengeToken: tokenSchema,
    label: labelSchema,
    credential: passkeyAttestationSchema,
  }),
  status: 201,
  reply: z.strictObject({ success: z.literal(true), passkey: passkeyShape }),
  errors: ['Unauthenticated', 'ProofRequired', 'PasskeyRefused', 'PasskeyExists', 'TooManyPasskeys'],
});

export const removePasskey = consoleEndpoint({
  method: 'DELETE',
  path: '/me/passkeys/:id',
  summary: 'Removes a passkey, unless it is the only way in',
  caller: 'staff',
  needsProof: true,
  params: z.strictObject({ id: idSchema }),
  status: 200,
  reply: done,
  errors: ['Unauthenticated', 'ProofRequired', 'NotFound', 'LastWayIn'],
});

export const newAuthenticator = consoleEndpoint({
  method: 'POST',
  path: '/me/authenticator',
  summary: 'A new secret for one’s authenticator app; it counts once a password is set with its code',
  caller: 'staff',
  needsProof: true,
  status: 200,
  reply: authenticatorReply,
  errors: ['Unauthenticated', 'ProofRequired'],
});

export const setPassword = consoleEndpoint({
  method: 'PUT',
  path: '/me/password',
  summary: 'Sets the password together with the new authenticator, and ends one’s other sessions',
  caller: 'staff',
  needsProof: true,
  body: z.strictObject({ password: newPasswordSchema, twoFactorCode: twoFactorCodeSchema }),
  status: 200,
  reply: done,
  errors: ['Unauthenticated', 'ProofRequired', 'InvalidTwoFactorCode'],
});
