/** Mails to the operator’s staff, and what they answer. */
export const enStaffMails = {
  staffInvitation: {
    subject: 'Your invitation to the {{productName}} console',
    whatHappened:
      'You are invited to work in the console from which {{productName}} is run. The link opens once, within 24 hours.',
    invitedBy: 'Invited by',
    button: 'Join the console',
    notYou:
      'The link is for you alone: whoever opens it joins in your place. If you did not expect this, do not open it, and ask whoever invited you.',
  },
  staffRemoved: {
    subject: 'You were removed from the {{productName}} console',
    whatHappened:
      'Nothing of yours opens the console any more: your sessions have ended, and your passkeys, password and authenticator no longer count.',
    removedBy: 'Removed by',
    notRight:
      'If you did not expect this, speak with whoever runs {{productName}} at once, by another way than a reply to this email. For 72 hours you still get a mail about what happens there without a second person, with a link that cancels it.',
  },
  proposalDelayed: {
    subject: '{{productName}} console: this will happen in 24 hours',
    whatHappened:
      'A member of staff asked for what takes two people to decide. Nobody else can approve it, so it happens by itself at the time below.',
    act: 'What',
    about: 'About',
    fromTo: 'from {{before}} to {{after}}',
    proposedBy: 'Asked by',
    happensAt: 'Happens at',
    cancel: 'If this is not right, cancel it before then. The link needs no sign-in: do not pass it on.',
    button: 'Look at it and cancel',
    acts: {
      staff: { invite: 'Invite a member of staff', change_role: 'Change the role of a member of staff' },
      roles: { change: 'Change what a role may do' },
      people: {
        unfreeze: 'Unfreeze an account',
        remove_two_factor: 'Remove somebody’s two-factor authentication',
      },
      levels: { change: 'Define, change or remove a level' },
      withdrawals: { release_large: 'Release a large withdrawal' },
      books: { correct: 'Correct the books' },
      trading: { hedge: 'Book a trade of the house at another venue' },
      settings: { change: 'Change a setting' },
      assets: { change: 'Change what a currency is offered for' },
    },
  },
  announcement: {
    subject: 'News from {{productName}}',
    choose: 'You can turn emails with announcements off: see Notifications in your profile.',
  },
  contactAnswer: {
    subject: 'Re: {{subject}}',
    whatHappened: 'You wrote to {{productName}}. Here is our answer.',
    youWrote: 'Your message:',
    again: 'To write to us again, use the contact page: replies to this email are not read.',
    contact: 'Contact us',
  },
} as const;
