import * as access from '@mercury/contract/console/access.ts';
import * as staff from '@mercury/contract/console/staff.ts';
import { DomainError } from '../../errors.ts';
import type { ConsoleBind, ConsoleContext, ConsoleDeps } from '../bind.ts';
import {
  joinWithPasskey,
  joinWithPassword,
  offerInvitedAuthenticator,
  offerInvitedPasskey,
  readInvitation,
} from './invitations.ts';
import { listStaff, removeMember, withdrawInvitation } from './manage-staff.ts';
import {
  addPasskey,
  endOther,
  offerAuthenticator,
  proveByCode,
  proveByPasskey,
  readOwnAccess,
  removePasskey,
  setPassword,
  signOut,
} from './own-access.ts';
import { offerPasskeyCreation, offerPasskeyUse } from './passkeys.ts';
import { actorOf, findStaffSession, listStaffSessions, presentMe } from './sessions.ts';
import { signInWithPasskey, signInWithPassword } from './sign-in.ts';

const done = { success: true } as const;

export function bindStaff(bind: ConsoleBind, deps: ConsoleDeps): void {
  bindInvitations(bind, deps);
  bindSignIn(bind, deps);
  bindOwnAccess(bind, deps);
  const { db } = deps.services;
  bind(staff.listStaff, {}, async () => ({ success: true, ...(await listStaff(db)) }));
  bind(staff.removeStaffMember, {}, async ({ params: { id }, body: { reason }, session, context }) => {
    await removeMember(deps.services, { id, reason, actor: actorOf(session, context), session });
    return done;
  });
  bind(staff.withdrawInvitation, {}, async ({ params: { id }, body: { reason }, session, context }) => {
    await withdrawInvitation(db, { id, reason, actor: actorOf(session, context) });
    return done;
  });
}

function bindInvitations(bind: ConsoleBind, deps: ConsoleDeps): void {
  const { services, consoleUrl } = deps;
  const { db } = services;
  const site = { publicUrl: consoleUrl };
  const limit = { rateLimit: 'staffInvitation' } as const;
  bind(access.readInvitation, limit, async ({ body: { token } }) => {
    const { email, role, expires_at } = await readInvitation(db, token);
    return { success: true, invitation: { email, role, expiresAt: expires_at.toISOString() } };
  });
  bind(access.invitationPasskeyOptions, limit, async ({ body }) => ({
    success: true,
    ...(await offerInvitedPasskey(db, site, body)),
  }));
  bind(access.acceptWithPasskey, limit, async ({ body, context }) => {
    const joining = { ...body, locale: context.locale, origin: context };
    return begin(deps, context, await joinWithPasskey(db, site, joining));
  });
  bind(access.invitationAuthenticator, limit, async ({ body: { token } }) => ({
    success: true,
    ...(await offerInvitedAuthenticator(services, token)),
  }));
  bind(access.acceptWithPassword, limit, async ({ body, context }) => {
    const joining = { ...body, locale: context.locale, origin: context };
    return begin(deps, context, await joinWithPassword(services, joining));
  });
}

function bindSignIn(bind: ConsoleBind, deps: ConsoleDeps): void {
  const { services, consoleUrl } = deps;
  const { db } = services;
  const site = { publicUrl: consoleUrl };
  const limit = { rateLimit: 'staffSignIn' } as const;
  bind(access.signInPasskeyOptions, limit, async () => ({
    success: true,
    ...(await offerPasskeyUse(db, site)),
  }));
  bind(access.signInWithPasskey, limit, async ({ body, context }) =>
    begin(deps, context, await signInWithPasskey({ db, site }, body, context)),
  );
  bind(access.signInWithPassword, limit, async ({ body, context }) =>
    begin(deps, context, await signInWithPassword(services, body, context)),
  );
  bind(access.signOut, {}, async ({ context }) => {
    const { sessionToken } = context;
    const session =
      sessionToken === undefined
        ? undefined
        : await findStaffSession(db, { token: sessionToken, keepsAlive: true });
    if (session !== undefined) await signOut(db, session, context);
    context.keepSession(undefined);
    return done;
  });
  bind(access.getMe, {}, async ({ session }) => ({ success: true, me: presentMe(session) }));
}

/** The browser is signed in from this reply on. */
async function begin({ services: { db } }: ConsoleDeps, context: ConsoleContext, token: string) {
  context.keepSession(token);
  return tellMe(db, token);
}

async function tellMe(db: ConsoleDeps['services']['db'], token: string | undefined) {
  const session = token === undefined ? undefined : await findStaffSession(db, { token, keepsAlive: true });
  if (session === undefined) throw new DomainError('Unauthenticated');
  return { success: true as const, me: presentMe(session) };
}

function bindOwnAccess(bind: ConsoleBind, { services, consoleUrl }: ConsoleDeps): void {
  const { db } = services;
  const site = { publicUrl: consoleUrl };
  const proofLimit = { rateLimit: 'staffProof' } as const;
  bind(access.proofPasskeyOptions, proofLimit, async ({ session }) => ({
    success: true,
    ...(await offerPasskeyUse(db, site, session.staffId)),
  }));
  bind(access.proveWithPasskey, proofLimit, async ({ body, session, context }) => {
    await proveByPasskey(db, site, { session, ...body });
    return tellMe(db, context.sessionToken);
  });
  bind(access.proveWithCode, proofLimit, async ({ body, session, context }) => {
    await proveByCode(services, { session, code: body.twoFactorCode });
    return tellMe(db, context.sessionToken);
  });
  bind(access.getOwnAccess, {}, async ({ session }) => ({
    success: true,
    ...(await readOwnAccess(db, session)),
    sessions: await listStaffSessions(db, session),
  }));
  bind(access.endOwnSession, {}, async ({ params, session, context }) => {
    await endOther(db, { session, origin: context, sessionId: params.id });
    return done;
  });
  bind(access.newPasskeyOptions, {}, async ({ session: { staffId, email, name } }) => ({
    success: true,
    ...(await offerPasskeyCreation(db, site, { owner: { staffId }, ownerId: staffId, email, name })),
  }));
  bind(access.addPasskey, {}, async ({ body, session, context }) => ({
    success: true,
    passkey: await addPasskey(db, site, { ...body, session, origin: context }),
  }));
  bind(access.removePasskey, {}, async ({ params, session, context }) => {
    await removePasskey(db, { session, origin: context, passkeyId: params.id });
    return done;
  });
  bind(access.newAuthenticator, {}, async ({ session }) => ({
    success: true,
    ...(await offerAuthenticator(services, session)),
  }));
  bind(access.setPassword, {}, async ({ body, session, context }) => {
    const { password, twoFactorCode } = body;
    await setPassword(services, { session, origin: context, password, code: twoFactorCode });
    return done;
  });
}
