import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { endpoint } from './endpoint.ts';
import {
  currentPasswordSchema,
  decimalSchema,
  idSchema,
  key,
  phraseSchema,
  successReply,
  timeSchema,
  tokenSchema,
  twoFactorCodeSchema,
} from './shapes.ts';

/** Exactly one: the code if two-factor is on, else the password. */
export const proofBody = z
  .strictObject({
    password: z.optional(currentPasswordSchema),
    twoFactorCode: z.optional(twoFactorCodeSchema),
  })
  .check(
    z.refine((body) => (body.password === undefined) !== (body.twoFactorCode === undefined), {
      error: key('required'),
      path: ['password'],
    }),
  );
export type Proof = z.output<typeof proofBody>;

export const prove = endpoint({
  method: 'POST',
  path: '/auth/proof',
  tag: 'authentication',
  summary:
    'Makes the session fresh for five minutes: by the code where two-factor is on, else by the password',
  caller: 'verified',
  body: proofBody,
  status: 200,
  reply: successReply,
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'WrongPassword',
    'TwoFactorCodeRequired',
    'InvalidTwoFactorCode',
  ],
});

export const getSecurity = endpoint({
  method: 'GET',
  path: '/users/security',
  tag: 'account',
  summary: 'How the account is protected',
  caller: 'verified',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    security: z.strictObject({
      twoFactorEnabled: z.boolean(),
      /** Number of unused recovery codes; 0 if two-factor is off. */
      recoveryCodesLeft: z.int(),
      /** It began with a recovery code a moment ago. */
      canRenewTwoFactor: z.boolean(),
      /** Every mail shows it: a mail without it is forged. */
      phrase: z.nullable(z.string()),
      /** Replaces the present one once it is proved. */
      pendingEmail: z.nullable(z.string()),
      /** To new recipients within a day, without a proof. */
      transferLimitUsd: decimalSchema,
    }),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

export const setPhrase = endpoint({
  method: 'PUT',
  path: '/users/phrase',
  tag: 'account',
  summary: 'Sets the anti-phishing phrase that every mail will show; null removes it',
  caller: 'verified',
  needsProof: true,
  body: z.strictObject({ phrase: z.nullable(phraseSchema) }),
  status: 200,
  reply: successReply,
  errors: ['Unauthenticated', 'EmailNotVerified', 'ProofRequired'],
});

export const sessionShape = z.strictObject({
  id: idSchema,
  /** "Chrome · Linux"; empty if the browser did not say. */
  device: z.string(),
  networkAddress: z.string(),
  createdAt: timeSchema,
  /** To the minute. */
  lastUsedAt: timeSchema,
  isCurrent: z.boolean(),
});
export type SessionInfo = z.output<typeof sessionShape>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/users/sessions',
  tag: 'account',
  summary: 'Where the account is signed in, the present session first, then the latest used',
  caller: 'verified',
  status: 200,
  reply: z.strictObject({ success: z.literal(true), sessions: z.array(sessionShape) }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/users/sessions/:id',
  tag: 'account',
  summary: 'Signs one session out',
  caller: 'verified',
  params: z.strictObject({ id: idSchema }),
  status: 200,
  reply: successReply,
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound'],
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/users/sessions',
  tag: 'account',
  summary: 'Signs all sessions out but this one',
  caller: 'verified',
  status: 200,
  reply: successReply,
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

/** An event of an account. Its person and the operator read it. */
export const securityEventKinds = [
  'signed_in',
  'signed_in_on_new_device',
  'second_factor_failed',
  'signed_out',
  'session_ended',
  'other_sessions_ended',
  'all_sessions_ended',
  'email_verified',
  'password_changed',
  'password_reset_asked',
  'password_reset',
  'email_change_asked',
  'email_changed',
  'email_change_undone',
  'two_factor_enabled',
  'two_factor_disabled',
  'two_factor_renewed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'api_key_created',
  'api_key_renewed',
  'api_key_ended',
  'phrase_changed',
  'account_frozen',
  'account_unfrozen',
  'withdrawal_address_added',
  'withdrawal_address_removed',
  'allow_list_turned_on',
  'allow_list_turned_off',
  'recipient_saved',
  'transfer_above_limit',
  'transfer_limit_raised',
  'transfer_limit_lowered',
  'withdrawal_from_new_network',
  'many_new_recipients',
  'many_wrong_codes',
  'level_changed',
  'staff_looked',
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/** The person, a holder of a mailed link, the operator, or the product by its rules. */
export const securityEventActors = ['person', 'link', 'operator', 'product'] as const;

export const securityEventShape = z.strictObject({
  id: idSchema,
  kind: z.enum(securityEventKinds),
  actor: z.enum(securityEventActors),
  device: z.string(),
  /** Empty if the event came from no network: the operator's own commands. */
  networkAddress: z.string(),
  at: timeSchema,
});
export type SecurityEvent = z.output<typeof securityEventShape>;

export const listSecurityEvents = endpoint({
  method: 'GET',
  path: '/users/security-events',
  tag: 'account',
  summary: 'Sign-ins and changes to how the account is protected, newest first',
  caller: 'verified',
  query: z.strictObject({
    cursor: z.optional(z.string().check(z.maxLength(limits.cursorLengthMax, key('invalid')))),
  }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    events: z.array(securityEventShape),
    nextCursor: z.nullable(z.string()),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

export const freezeAccount = endpoint({
  method: 'POST',
  path: '/auth/freeze',
  tag: 'authentication',
  summary:
    'Freezes an account by the link of a security mail: every session ends, nobody signs in, nothing goes out',
  caller: 'anyone',
  body: z.strictObject({ token: tokenSchema }),
  status: 200,
  reply: successReply,
  errors: ['InvalidOrExpiredToken'],
});

export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/auth/undo-email-change',
  tag: 'authentication',
  summary:
    'Gives an account its former email back, by the link that was mailed to it, and freezes the account',
  caller: 'anyone',
  body: z.strictObject({ token: tokenSchema }),
  status: 200,
  reply: successReply,
  errors: ['InvalidOrExpiredToken'],
});
