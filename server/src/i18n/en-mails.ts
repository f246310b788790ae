/** `{{name}}` is a placeholder. */
export const enMails = {
  greeting: 'Hello {{username}},',
  signature: 'The {{productName}} team',
  phrase: {
    label: 'Your anti-phishing phrase',
    whyShown: 'Every email from {{productName}} shows it. Do not trust one that does not.',
  },
  facts: {
    time: 'Time',
    timeInUtc: '{{time}} UTC',
    device: 'Device',
    networkAddress: 'Network address',
    newEmail: 'New email',
    amount: 'Amount',
    fee: 'Fees',
    arrives: 'Arrives',
    network: 'Network',
    address: 'Address',
    recipient: 'To',
    memo: 'Tag or memo',
    reference: 'Reference',
    leavesAt: 'Leaves',
    currency: 'Currency',
    line: 'Your line',
    price: 'Price',
    reason: 'Reason',
    nextTime: 'Next time',
    sender: 'From',
    given: 'You gave',
    received: 'You got',
  },
  verifyEmail: {
    subject: 'Verify your email for {{productName}}',
    enterCode:
      'Welcome to {{productName}}. To verify your email for the account {{username}}, enter this code. It works for 10 minutes.',
    orOpenLink: 'Or open this link. It works for 24 hours.',
    button: 'Verify email',
    notYou:
      'If you did not create the account {{username}} yourself, ignore this email and it cannot use your address. Never share the code: we will not ask for it.',
  },
  verifyNewEmail: {
    subject: 'Confirm your new email for {{productName}}',
    enterCode:
      'This address is to become the email of the {{productName}} account {{username}}. To confirm it, enter this code. It works for 10 minutes.',
    orOpenLink: 'Or open this link. It works for 24 hours.',
    button: 'Confirm email',
    notYou:
      'Until you confirm it, nothing changes. If the account {{username}} is not yours, ignore this email and it cannot use your address. Never share the code: we will not ask for it.',
  },
  resetPassword: {
    subject: 'Reset your {{productName}} password',
    openLink:
      'Someone, most likely you, asked to reset the password of your account {{username}}. To choose a new one, open this link. It works once, within 30 minutes.',
    button: 'Choose a new password',
    orEnterCode: 'If you cannot open the link, enter this code on the page where passwords are reset.',
    notYou:
      'If it was not you, ignore this email and your password stays as it is. Never share the link or the code: we will not ask for them.',
  },
  emailTaken: {
    subject: 'You already have an account at {{productName}}',
    whatHappened:
      'Someone just tried to use this email address for another {{productName}} account. It already belongs to your account, {{username}}, so it cannot be used for another one, and nothing changed.',
    ifYou:
      'If that was you, sign in to the account that you have, or use a different address for the other one.',
    button: 'Sign in',
    notYou: 'If it was not you, there is nothing you need to do.',
  },
  emailTakenBack: {
    subject: 'Your {{productName}} account has its former email again',
    whatHappened:
      'The change of the email of your account {{username}} was undone from the former address, and the account was frozen. This address no longer belongs to it.',
    notYou:
      'If you did not do this, somebody else may read the emails of your former address: secure it, and write to the operator of {{productName}} at once. The account stays frozen for at least a day.',
  },
  emailChanged: {
    subject: 'Your {{productName}} email was replaced',
    whatHappened:
      'Your account {{username}} has a new email address. From now on, sign-in and our emails use the new one.',
    undo: 'If it was not you, undo the change. This address comes back, and the account is frozen until 24 hours after you reset its password. The link works for 72 hours.',
    undoButton: 'Undo the change',
    orFreeze: 'To stop everything at once and leave the address as it is for now, freeze the account.',
  },
  accountDeleted: {
    subject: 'Your {{productName}} account was deleted',
    whatHappened:
      'Your account {{username}} was deleted. Your personal details have been removed; records of past transactions stay, without your name.',
    thanks: 'Thank you for having used {{productName}}.',
    notYou: 'If it was not you, please contact us at once.',
    contact: 'Contact us',
  },
  contactMessage: {
    subject: 'Message to {{productName}}: {{subject}}',
    whatHappened:
      'A visitor of {{productName}} wrote to you. Answer this email and your answer goes to them.',
    unproved:
      'Who wrote it is not proved: the name and the address are what they typed. Open no link and send no money on its word alone.',
    name: 'Name',
    email: 'Email',
    topic: 'Subject',
    language: 'Language',
  },
  withdrawalCode: {
    subject: 'Confirm your {{productName}} withdrawal',
    enterCode:
      'Your account {{username}} is about to withdraw. If the details below are exactly what you asked for, enter the code to confirm. It works for 10 minutes.',
    compare: 'Compare the whole address, not only its beginning and end.',
    notYou:
      'If you did not ask for this, do not share the code with anyone: without it nothing leaves. Someone has signed in to your account, so please freeze it.',
  },
  withdrawalWaiting: {
    subject: 'Your {{productName}} withdrawal leaves in 24 hours',
    whatHappened:
      'A withdrawal of your account {{username}} is confirmed and now waits for 24 hours, because the address is new or the protection of your account changed lately. Nothing needs to be done for it to leave.',
    cancel:
      'If you did not ask for it, or changed your mind, cancel it until then. The money comes back to your balance at once.',
    button: 'Cancel the withdrawal',
    orFreeze: 'If somebody else asked for it, freeze your account as well.',
  },
  withdrawalSent: {
    subject: 'Your {{productName}} withdrawal was sent',
    whatHappened:
      'A withdrawal of your account {{username}} was paid out. How soon it arrives is up to the network.',
  },
  withdrawalFailed: {
    subject: 'Your {{productName}} withdrawal was not sent',
    whatHappened:
      'A withdrawal of your account {{username}} could not be paid out. The whole amount, fee included, is back in your balance.',
    whatNow: 'Please check the address and try again, or contact us if it fails once more.',
    button: 'Open my wallet',
  },
  trade: {
    button: 'Open the trade page',
    price_alert: {
      above: '{{productName}}: {{asset}} has risen to {{line}}',
      below: '{{productName}}: {{asset}} has fallen to {{line}}',
      whatHappened: 'A price that your account {{username}} watches has reached its line.',
      whatNow: 'The alert tells you once. To hear of this line again, resume the alert on the trade page.',
    },
    recurring_buy_refused: {
      subject: '{{productName}}: your recurring buy of {{asset}} was not made',
      whatHappened:
        'A recurring buy of your account {{username}} was due and could not be made. No money was moved.',
      whatNow: 'It is tried again at its next time. After three refusals in a row it is paused.',
    },
    recurring_buy_paused: {
      subject: '{{productName}}: your recurring buy of {{asset}} is paused',
      whatHappened:
        'A recurring buy of your account {{username}} could not be made three times in a row, so it is paused. No money was moved.',
      whatNow: 'Nothing more is bought until you resume it on the trade page.',
    },
  },
  money: {
    button: 'Open the transaction',
    choose: 'You decide which of these emails you get: see Notifications in your profile.',
    chooseButton: 'Choose notifications',
    transfer_received: {
      subjectBySender: '{{productName}}: {{sender}} sent you {{amount}}',
      subject: '{{productName}}: {{amount}} has arrived',
      whatHappened: 'Someone sent money to your account {{username}}. You can use it at once.',
    },
    deposit_credited: {
      subject: '{{productName}}: {{amount}} has arrived',
      whatHappened: 'A deposit to your account {{username}} is final and has been added to your balance.',
    },
    topup_credited: {
      subject: '{{productName}}: {{amount}} has arrived',
      whatHappened: 'A top-up of your account {{username}} has been added to your balance.',
    },
    withdrawal_cancelled: {
      subject: '{{productName}}: your withdrawal of {{amount}} was cancelled',
      whatHappened:
        'A withdrawal of your account {{username}} was cancelled before it was sent. The whole amount, fee included, is back in your balance.',
    },
    withdrawal_expired: {
      subject: '{{productName}}: your withdrawal of {{amount}} has expired',
      whatHappened:
        'The code of a withdrawal of your account {{username}} was not entered in time, so nothing was sent. The whole amount, fee included, is back in your balance.',
    },
    trade_done: {
      BUY: '{{productName}}: you bought {{to}} for {{from}}',
      SELL: '{{productName}}: you sold {{from}} for {{to}}',
      EXCHANGE: '{{productName}}: you exchanged {{from}} for {{to}}',
      whatHappened: 'A trade of your account {{username}} is done.',
    },
  },
  freeze: {
    notYou:
      'If this was not you, freeze your account. Every session ends, and nobody can sign in or send money.',
    button: 'Freeze my account',
  },
  afterFreeze: {
    toOpen:
      'To open the account again, reset its password: 24 hours later you can sign in. If we froze it, please contact us instead.',
    button: 'Reset the password',
  },
  afterUnfreeze: {
    signIn:
      'You can sign in again. Please look over your sessions and your security settings, and contact us if anything there is not yours.',
    button: 'Sign in',
  },
  notices: {
    signed_in: {
      subject: 'New sign-in to {{productName}}',
      whatHappened: 'There was a new sign-in to your account {{username}}.',
    },
    signed_in_on_new_device: {
      subject: 'New device signed in to {{productName}}',
      whatHappened:
        'Someone signed in to your account {{username}} on a device that it had not been used on before. If it was you, there is nothing you need to do.',
    },
    second_factor_failed: {
      subject: 'A sign-in to {{productName}} was refused',
      whatHappened:
        'Someone entered the right password of your account {{username}}, but no right two-factor code. Nobody was signed in.',
    },
    signed_out: {
      subject: 'You signed out of {{productName}}',
      whatHappened: 'A session of your account {{username}} was signed out.',
    },
    session_ended: {
      subject: 'A {{productName}} session was ended',
      whatHappened: 'One of the sessions of your account {{username}} was ended.',
    },
    other_sessions_ended: {
      subject: 'Your other {{productName}} sessions were ended',
      whatHappened: 'All sessions of your account {{username}} but one were ended.',
    },
    email_verified: {
      subject: 'Your {{productName}} email is verified',
      whatHappened: 'This address is now the verified email of your account {{username}}.',
    },
    password_changed: {
      subject: 'Your {{productName}} password was changed',
      whatHappened:
        'The password of your account {{username}} was changed, and all other sessions have ended. Passkeys that were not chosen to stay were removed.',
    },
    password_reset_asked: {
      subject: 'A reset of your {{productName}} password was requested',
      whatHappened:
        'Someone asked for a link that resets the password of your account {{username}}. The password is still the same.',
    },
    password_reset: {
      subject: 'Your {{productName}} password was reset',
      whatHappened:
        'A new password was set for your account {{username}} with a link or code that we had emailed, and all sessions have ended. Passkeys that were not chosen to stay were removed.',
    },
    email_change_asked: {
      subject: 'A change of your {{productName}} email was requested',
      whatHappened:
        'Someone asked to give your account {{username}} another email address. Nothing changes until the new address is confirmed.',
    },
    email_changed: {
      subject: 'Your {{productName}} email was changed',
      whatHappened:
        'The email address of your account {{username}} was changed, and all other sessions have ended.',
    },
    email_change_undone: {
      subject: 'The change of your {{productName}} email was undone',
      whatHappened:
        'Your account {{username}} has this email address again. The account is frozen and its passkeys were removed, so that whoever changed the address cannot sign in. Withdrawals that had not been sent were canceled.',
    },
    two_factor_enabled: {
      subject: 'Two-factor authentication was enabled for {{productName}}',
      whatHappened:
        'From now on your account {{username}} asks for a code of your authenticator app when you sign in. Keep the recovery codes in a safe place.',
    },
    two_factor_disabled: {
      subject: 'Two-factor authentication was disabled for {{productName}}',
      whatHappened:
        'Your account {{username}} no longer asks for a code of your authenticator app. The password alone now opens it.',
    },
    two_factor_renewed: {
      subject: 'Your {{productName}} authenticator app was replaced',
      whatHappened:
        'Two-factor authentication of your account {{username}} was set up anew. Codes of the former authenticator app and the former recovery codes no longer work.',
    },
    recovery_codes_renewed: {
      subject: 'Your {{productName}} recovery codes were renewed',
      whatHappened:
        'New recovery codes were made for your account {{username}}. The former ones no longer work.',
    },
    recovery_code_used: {
      subject: 'A {{productName}} recovery code was used',
      whatHappened:
        'A recovery code took the place of a two-factor code for your account {{username}}. It does not work again.',
    },
    passkey_added: {
      subject: 'A passkey was added to {{productName}}',
      whatHappened: 'A passkey was added to your account {{username}}. Whoever holds it can sign in with it.',
    },
    passkey_removed: {
      subject: 'A passkey was removed from {{productName}}',
      whatHappened:
        'A passkey was removed from your account {{username}}. It can no longer be used to sign in.',
    },
    phrase_changed: {
      subject: 'Your {{productName}} anti-phishing phrase was changed',
      whatHappened: 'The phrase that our emails show for your account {{username}} was changed or removed.',
    },
    account_frozen: {
      subject: 'Your {{productName}} account is frozen',
      whatHappened:
        'Your account {{username}} was frozen. All sessions have ended, its passkeys were removed, and nobody can sign in or send money. Withdrawals that had not been sent were canceled.',
    },
    account_unfrozen: {
      subject: 'Your {{productName}} account is open again',
      whatHappened: 'Your account {{username}} is no longer frozen.',
    },
    withdrawal_address_added: {
      subject: 'A withdrawal address was added to your {{productName}} account',
      whatHappened: 'An address was added to the withdrawal address book of your account {{username}}.',
    },
    withdrawal_address_removed: {
      subject: 'A withdrawal address was removed from your {{productName}} account',
      whatHappened: 'An address was removed from the withdrawal address book of your account {{username}}.',
    },
    allow_list_turned_on: {
      subject: 'The withdrawal allow-list of your {{productName}} account is on',
      whatHappened:
        'Your account {{username}} now withdraws to addresses of its address book and transfers to its contacts only.',
    },
    allow_list_turned_off: {
      subject: 'The withdrawal allow-list of your {{productName}} account was turned off',
      whatHappened: 'The withdrawal allow-list of your account {{username}} was turned off.',
    },
    recipient_saved: {
      subject: 'A recipient was saved in your {{productName}} account',
      whatHappened:
        'A contact was saved in your account {{username}}. Because your account sends to saved addresses only, transfers may now go to it.',
    },
    transfer_above_limit: {
      subject: 'A transfer above your limit left your {{productName}} account',
      whatHappened:
        'A transfer to someone whom you had not paid before left your account {{username}}. It went beyond your daily limit for such transfers and was confirmed with your password or a code.',
    },
    transfer_limit_raised: {
      subject: 'The transfer limit of your {{productName}} account was raised',
      whatHappened:
        'Your account {{username}} can now send more in a day to people not paid before without asking for the password or a code.',
    },
    transfer_limit_lowered: {
      subject: 'The transfer limit of your {{productName}} account was lowered',
      whatHappened:
        'Your account {{username}} now asks for the password or a code sooner when money goes to people not paid before.',
    },
    withdrawal_from_new_network: {
      subject: 'A withdrawal was requested from a new network for your {{productName}} account',
      whatHappened:
        'A withdrawal was requested from your account {{username}}, from a network that nobody had signed in from before, or less than an hour after somebody did. If it was you, there is nothing you need to do.',
    },
    many_new_recipients: {
      subject: 'Your {{productName}} account paid many new people',
      whatHappened:
        'Within one day, money went from your account {{username}} to five people whom you had not paid before. If it was you, there is nothing you need to do.',
    },
    many_wrong_codes: {
      subject: 'Many wrong codes were entered for your {{productName}} account',
      whatHappened:
        'Five wrong codes in a row were entered for your account {{username}}. Whoever entered them is signed in, or knows the password. If it was you, there is nothing you need to do.',
    },
  },
} as const;
