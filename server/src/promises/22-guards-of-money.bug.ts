export const bug = {
  file: 'server/src/features/transfers/permit.ts',
  find: 'return parties.isRecipientSaved || !isAllowListOn(parties, new Date());',
  replace: 'return true;',
  why: 'the allow-list is asked for withdrawals alone, and a transfer walks around it',
  caughtBy: [
    'a transfer is refused or made as the rules say, and what is refused moves, spends and tells nothing',
    'what is sold into the coin meets the guards that it would have met by itself',
  ],
};
