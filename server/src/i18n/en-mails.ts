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
    networkAddress: 'IP address',
    newEmail: 'New email',
    amount: 'Amount',
    fee: 'Fees',
    arrives: 'Recipient gets',
    network: 'Network',
    address: 'Address',
    recipient: 'To',
    memo: 'Tag or memo',
    reference: 'Network transaction ID',
    leavesAt: 'Will be sent',
    currency: 'Currency',
    line: 'Your alert',
    price: 'Price',
    reason: 'Reason',
    nextTime: 'Next time',
    sender: 'From',
    given: 'You gave',
    received: 'You got',
    trades: 'Trades',
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
      'This address will become the email of the {{productName}} account {{username}}. To confirm it, enter this code. It works for 10 minutes.',
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
      'If it wasn’t you, ignore this email and your password stays as it is. Never share the link or the code: we will not ask for them.',
  },
  emailTaken: {
    subject: 'You already have an account at {{productName}}',
    whatHappened:
      'Someone just tried to use this email address for another {{productName}} account. It already belongs to your account {{username}}, so it can’t be used for another one, and nothing has changed.',
    ifYou: 'If that was you, sign in to your existing account, or use a different address for the other one.',
    button: 'Sign in',
    notYou: 'If it wasn’t you, you don’t need to do anything.',
  },
  emailTakenBack: {
    subject: 'Your {{productName}} account has its previous email again',
    whatHappened:
      'The change of the email of your account {{username}} was undone from the previous address, and the account was frozen. This address no longer belongs to it.',
    notYou:
      'If you did not do this, someone else may be able to read the emails at your previous address: secure it, and contact the {{productName}} team right away. The account stays frozen for at least a day.',
  },
  emailChanged: {
    subject: 'Your {{productName}} email was replaced',
    whatHappened:
      'Your account {{username}} has a new email address. From now on, sign-in and our emails use the new one.',
    undo: 'If it wasn’t you, undo the change. This address comes back, and the account is frozen until 24 hours after you reset its password. The link works for 72 hours.',
    undoButton: 'Undo the change',
    orFreeze: 'To stop everything right away and leave the address as it is for now, freeze the account.',
  },
  accountDeleted: {
    subject: 'Your {{productName}} account was deleted',
    whatHappened:
      'Your account {{username}} was deleted. Your personal details have been removed; records of past transactions stay, without your name.',
    thanks: 'Thank you for having used {{productName}}.',
    notYou: 'If it wasn’t you, please contact us right away.',
    contact: 'Contact us',
  },
  contactMessage: {
    subject: 'Message to {{productName}}: {{subject}}',
    whatHappened:
      'A visitor of {{productName}} wrote to you. Reply to this email and your reply goes to them.',
    unproved:
      'The sender’s identity is not verified: they typed the name and the address themselves. Don’t open links or send money based on this message alone.',
    name: 'Name',
    email: 'Email',
    topic: 'Subject',
    language: 'Language',
  },
  withdrawalCode: {
    subject: 'Confirm your {{productName}} withdrawal',
    enterCode:
      'A withdrawal was requested from your account {{username}}. If the details below are exactly what you asked for, enter the code to confirm. It works for 10 minutes.',
    compare: 'Compare the whole address, not only its beginning and end.',
    notYou:
      'If you didn’t request this, don’t share the code with anyone: without it, nothing is sent. Someone has signed in to your account, so please freeze it.',
  },
  withdrawalWaiting: {
    subject: 'Your {{productName}} withdrawal will be sent in 24 hours',
    whatHappened:
      'A withdrawal from your account {{username}} is confirmed and is now on hold for 24 hours, because the address is new or your account’s security settings changed recently. You don’t need to do anything for it to be sent.',
    cancel:
      'If you didn’t request it, or changed your mind, cancel it before then. The money goes back to your balance right away.',
    button: 'Cancel the withdrawal',
    orFreeze: 'If someone else requested it, freeze your account as well.',
  },
  withdrawalSent: {
    subject: 'Your {{productName}} withdrawal was sent',
    whatHappened:
      'A withdrawal from your account {{username}} was sent. How soon it arrives depends on the network.',
  },
  withdrawalFailed: {
    subject: 'Your {{productName}} withdrawal was not sent',
    whatHappened:
      'A withdrawal from your account {{username}} could not be sent. The full amount, including the fee, is back in your balance.',
    whatNow: 'Please check the address and try again, or contact us if it fails once more.',
    button: 'Open my wallet',
  },
  trade: {
    button: 'Open the trade page',
    price_alert: {
      above: '{{productName}}: {{asset}} has risen to {{line}}',
      below: '{{productName}}: {{asset}} has fallen to {{line}}',
      whatHappened: 'A price alert of your account {{username}} has been reached.',
      whatNow: 'Each alert is sent once. To get it again, resume it on the trade page.',
    },
    recurring_buy_refused: {
      subject: '{{productName}}: your recurring buy of {{asset}} didn’t go through',
      whatHappened:
        'A recurring buy of your account {{username}} was due but didn’t go through. No money was moved.',
      whatNow:
        'We’ll try again at the next scheduled time. After three failed attempts in a row, it will be paused.',
    },
    recurring_buy_paused: {
      subject: '{{productName}}: your recurring buy of {{asset}} is paused',
      whatHappened:
        'A recurring buy of your account {{username}} failed three times in a row, so it has been paused. No money was moved.',
      whatNow: 'Nothing more will be bought until you resume it on the trade page.',
    },
  },
  money: {
    button: 'Open the transaction',
    choose: 'You choose which of these emails you get: see Notifications in your profile.',
    chooseButton: 'Choose notifications',
    transfer_received: {
      subjectBySender: '{{productName}}: {{sender}} sent you {{amount}}',
      subject: '{{productName}}: {{amount}} has arrived',
      whatHappened: 'Someone sent money to your account {{username}}. You can use it right away.',
    },
    deposit_credited: {
      subject: '{{productName}}: {{amount}} has arrived',
      whatHappened: 'A deposit to your account {{username}} is confirmed and has been added to your balance.',
    },
    topup_credited: {
      subject: '{{productName}}: {{amount}} has arrived',
      whatHappened: 'A top-up of your account {{username}} has been added to your balance.',
    },
    correction_in: {
      subject: '{{productName}}: {{amount}} was credited to you',
      whatHappened:
        'We put something right in your account {{username}}: an amount has been added to your balance.',
    },
    correction_out: {
      subject: '{{productName}}: {{amount}} was taken from your balance',
      whatHappened:
        'We put something right in your account {{username}}: an amount has been taken from your balance. If you have questions, please contact us.',
    },
    withdrawal_cancelled: {
      subject: '{{productName}}: your withdrawal of {{amount}} was canceled',
      whatHappened:
        'A withdrawal from your account {{username}} was canceled before it was sent. The full amount, including the fee, is back in your balance.',
    },
    withdrawal_expired: {
      subject: '{{productName}}: your withdrawal of {{amount}} has expired',
      whatHappened:
        'The code for a withdrawal from your account {{username}} was not entered in time, so nothing was sent. The full amount, including the fee, is back in your balance.',
    },
    trade_done: {
      BUY: '{{productName}}: you bought {{to}} for {{from}}',
      SELL: '{{productName}}: you sold {{from}} for {{to}}',
      EXCHANGE: '{{productName}}: you exchanged {{from}} for {{to}}',
      whatHappened: 'A trade in your account {{username}} is complete.',
    },
  },
  freeze: {
    notYou:
      'If this wasn’t you, freeze your account. All devices will be signed out, and no one will be able to sign in or send money.',
    button: 'Freeze my account',
  },
  afterFreeze: {
    toOpen:
      'To unfreeze the account, reset its password: you can sign in 24 hours later. If we froze it, please contact us instead.',
    button: 'Reset the password',
  },
  afterUnfreeze: {
    signIn:
      'You can sign in again. Please check your signed-in devices and your security settings, and contact us if you don’t recognize anything.',
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
        'Someone signed in to your account {{username}} on a device that had not been used before. If it was you, you don’t need to do anything.',
    },
    second_factor_failed: {
      subject: 'A sign-in to {{productName}} was refused',
      whatHappened:
        'Someone entered the right password of your account {{username}}, but not the right authenticator code. No one was signed in.',
    },
    signed_out: {
      subject: 'You signed out of {{productName}}',
      whatHappened: 'A device was signed out of your account {{username}}.',
    },
    session_ended: {
      subject: 'A device was signed out of {{productName}}',
      whatHappened: 'One of your devices was signed out of your account {{username}}.',
    },
    other_sessions_ended: {
      subject: 'Your other devices were signed out of {{productName}}',
      whatHappened: 'All devices but one were signed out of your account {{username}}.',
    },
    all_sessions_ended: {
      subject: 'You were signed out of {{productName}} everywhere',
      whatHappened:
        'All devices were signed out of your account {{username}}, and its API keys were removed.',
    },
    email_verified: {
      subject: 'Your {{productName}} email is verified',
      whatHappened: 'This address is now the verified email of your account {{username}}.',
    },
    password_changed: {
      subject: 'Your {{productName}} password was changed',
      whatHappened:
        'The password of your account {{username}} was changed, and all other devices were signed out. Passkeys that were not chosen to stay were removed.',
    },
    password_reset_asked: {
      subject: 'A reset of your {{productName}} password was requested',
      whatHappened:
        'Someone asked for a link to reset the password of your account {{username}}. The password has not changed.',
    },
    password_reset: {
      subject: 'Your {{productName}} password was reset',
      whatHappened:
        'A new password was set for your account {{username}} with a link or code we emailed, and all devices were signed out. Passkeys that were not chosen to stay were removed.',
    },
    email_change_asked: {
      subject: 'A change of your {{productName}} email was requested',
      whatHappened:
        'Someone asked to change the email address of your account {{username}}. Nothing changes until the new address is confirmed.',
    },
    email_changed: {
      subject: 'Your {{productName}} email was changed',
      whatHappened:
        'The email address of your account {{username}} was changed, and all other devices were signed out.',
    },
    email_change_undone: {
      subject: 'The change of your {{productName}} email was undone',
      whatHappened:
        'Your account {{username}} has this email address again. The account is frozen and its passkeys and API keys were removed, so that whoever changed the address cannot sign in. Withdrawals that had not been sent were canceled.',
    },
    two_factor_enabled: {
      subject: 'Two-factor authentication was enabled for {{productName}}',
      whatHappened:
        'From now on your account {{username}} asks for a code from your authenticator app when you sign in. Keep the recovery codes in a safe place.',
    },
    two_factor_disabled: {
      subject: 'Two-factor authentication was disabled for {{productName}}',
      whatHappened:
        'Your account {{username}} no longer asks for a code from your authenticator app. The password alone is now enough to sign in.',
    },
    two_factor_renewed: {
      subject: 'Your {{productName}} authenticator app was replaced',
      whatHappened:
        'Two-factor authentication of your account {{username}} was set up again. Codes from the previous authenticator app and the previous recovery codes no longer work.',
    },
    recovery_codes_renewed: {
      subject: 'Your {{productName}} recovery codes were replaced',
      whatHappened:
        'New recovery codes were created for your account {{username}}. The previous ones no longer work.',
    },
    recovery_code_used: {
      subject: 'A {{productName}} recovery code was used',
      whatHappened:
        'A recovery code was used instead of an authenticator code for your account {{username}}. It can’t be used again.',
    },
    passkey_added: {
      subject: 'A passkey was added to {{productName}}',
      whatHappened:
        'A passkey was added to your account {{username}}. Anyone who has it can sign in with it.',
    },
    passkey_removed: {
      subject: 'A passkey was removed from {{productName}}',
      whatHappened:
        'A passkey was removed from your account {{username}}. It can no longer be used to sign in.',
    },
    api_key_created: {
      subject: 'A {{productName}} API key was created',
      whatHappened:
        'An API key was created for your account {{username}}. Programs that have it can act for you, as far as you allowed.',
    },
    api_key_renewed: {
      subject: 'A {{productName}} API key was renewed',
      whatHappened: 'An API key of your account {{username}} was renewed. It now works for another 90 days.',
    },
    api_key_ended: {
      subject: 'A {{productName}} API key was ended',
      whatHappened:
        'An API key of your account {{username}} was ended. Programs that use it no longer have access.',
    },
    phrase_changed: {
      subject: 'Your {{productName}} anti-phishing phrase was changed',
      whatHappened: 'The phrase that our emails show for your account {{username}} was changed or removed.',
    },
    account_frozen: {
      subject: 'Your {{productName}} account is frozen',
      whatHappened:
        'Your account {{username}} was frozen. All devices were signed out, its passkeys and API keys were removed, and no one can sign in or send money. Withdrawals that had not been sent were canceled.',
    },
    account_unfrozen: {
      subject: 'Your {{productName}} account is unfrozen',
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
      subject: '“Saved addresses only” is on for your {{productName}} account',
      whatHappened:
        'Your account {{username}} can now withdraw only to addresses in its address book and transfer only to its contacts.',
    },
    allow_list_turned_off: {
      subject: '“Saved addresses only” was turned off for your {{productName}} account',
      whatHappened: '“Saved addresses only” was turned off for your account {{username}}.',
    },
    recipient_saved: {
      subject: 'A recipient was saved in your {{productName}} account',
      whatHappened:
        'A contact was saved in your account {{username}}. Your account can send only to saved addresses, so it can now transfer to this contact too.',
    },
    transfer_above_limit: {
      subject: 'A transfer above your limit left your {{productName}} account',
      whatHappened:
        'A transfer to someone you had not paid before left your account {{username}}. It was above your daily limit for such transfers and was confirmed with your password or a code.',
    },
    transfer_limit_raised: {
      subject: 'The transfer limit of your {{productName}} account was raised',
      whatHappened:
        'Your account {{username}} can now send more in a day to new recipients without a password or a code.',
    },
    transfer_limit_lowered: {
      subject: 'The transfer limit of your {{productName}} account was lowered',
      whatHappened:
        'Your account {{username}} now asks for a password or a code sooner when money goes to new recipients.',
    },
    withdrawal_from_new_network: {
      subject: 'A withdrawal was requested from a new network for your {{productName}} account',
      whatHappened:
        'A withdrawal was requested from your account {{username}}, from a network no one had signed in from before, or less than an hour after someone first did. If it was you, you don’t need to do anything.',
    },
    many_new_recipients: {
      subject: 'Your {{productName}} account paid many new people',
      whatHappened:
        'Within one day, money went from your account {{username}} to five people you had not paid before. If it was you, you don’t need to do anything.',
    },
    level_changed: { subject: 'Your {{productName}} level', whatHappened: '{{username}} has a new level.' },
    staff_looked: {
      subject: 'Staff of {{productName}} looked at your account',
      whatHappened: 'A member of our staff looked at your account {{username}}.',
    },
    many_wrong_codes: {
      subject: 'Many wrong codes were entered for your {{productName}} account',
      whatHappened:
        'Five wrong codes in a row were entered for your account {{username}}. The person who entered them is signed in or knows the password. If it was you, you don’t need to do anything.',
    },
  },
} as const;
