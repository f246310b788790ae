export const bug = {
  file: 'server/src/http/bind.ts',
  find: 'endpoint.needsProof && !session.isProved',
  replace: 'endpoint.needsProof && !session.isEmailVerified',
  why: 'whoever finds a browser signed in needs no password to remove the passkeys of its person',
  caughtBy: ['deletePasskey > called by: verified, without a proof'],
};
