export const bug = {
  file: 'server/src/identity/sign-in/reset-password.ts',
  find: 'await removeUnknownPasskeys(trx, { userId: user.id, knownIds: keepPasskeyIds, origin: context });',
  replace: '',
  why: 'a passkey that a thief has added goes on signing them in after its person has reset the password',
  caughtBy: [
    'after a reset nothing that a stranger had made opens the account, and passkeys that were named do',
    'a stranger who registered first, and knows the password, has nothing left once the owner resets it',
  ],
};
