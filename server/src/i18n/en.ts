/** The server's own texts in English, which also say which texts there are. `{{name}}` is filled in. */
export const en = {
  errors: {
    ValidationFailed: 'Please check what you entered.',
    MalformedJson: 'The request is not valid JSON.',
    Unauthenticated: 'Please sign in.',
    InvalidCredentials: 'Invalid email, username or password',
    EmailNotVerified: 'Please verify your email first.',
    AccountFrozen:
      'This account is frozen. Reset the password to open it again 24 hours later, or contact support.',
    ProofRequired: 'Please confirm that it is you.',
    NotFound: 'Not found.',
    UsernameTaken: 'This username is taken.',
    ContactExists: 'This address is already in your contacts.',
    TwoFactorAlreadyEnabled: 'Two-factor authentication is already on.',
    TwoFactorNotEnabled: 'Two-factor authentication is not on.',
    PasskeyExists: 'This passkey is already registered.',
    PayloadTooLarge: 'The request is too large.',
    UnsupportedMediaType: 'Only JSON is accepted here.',
    InvalidOrExpiredCode: 'Invalid or expired code',
    InvalidOrExpiredToken: 'Invalid or expired token',
    WrongPassword: 'The password is wrong.',
    TwoFactorCodeRequired: 'Two-factor authentication required',
    InvalidTwoFactorCode: 'Invalid verification code',
    InvalidRecoveryCode: 'Invalid recovery code',
    ChallengeExpired: 'This sign-in has expired. Please sign in again.',
    PasskeyRefused: 'This passkey could not be verified.',
    TooManyPasskeys: 'You have reached the limit of passkeys.',
    AccountHasMoney: 'This account still holds money. Withdraw or transfer it first.',
    AccountHasUnfinishedTransactions: 'Some transactions are not finished yet. Please wait until they are.',
    AmountNotPositive: 'Enter an amount above zero.',
    AmountOutOfRange: 'This amount is outside the allowed range.',
    InsufficientBalance: 'Your balance is too low.',
    InvalidAddress: 'This is not a valid address.',
    RecipientNotFound: 'No account has this address.',
    RecipientIsSelf: 'This is your own address.',
    CurrencyNotTransferable: 'This currency cannot be transferred.',
    IdempotencyKeyReused: 'This request was already made with other details.',
    TooManyContacts: 'You have reached the limit of contacts.',
    PaymentNotPayable: 'This payment can no longer be paid.',
    RateLimitExceeded: 'Too many attempts. Please try again later.',
    ServerError: 'Something went wrong on our side. Please try again.',
    Busy: 'We are busy right now. Please try again in a moment.',
  },
  validation: {
    invalid: 'This value is not valid.',
    required: 'This field is required.',
    unknownField: 'This field is not known.',
    tooLong: 'This is too long.',
    invalidEmail: 'Enter a valid email address.',
    usernameMinLength: 'Username must be at least 3 characters.',
    usernamePattern: 'Username may only contain letters, digits and underscores.',
    passwordMinLength: 'Password must be at least 8 characters.',
    passwordMismatch: 'Passwords do not match.',
    passwordUppercase: 'Password must contain an uppercase letter.',
    passwordLowercase: 'Password must contain a lowercase letter.',
    passwordDigit: 'Password must contain a digit.',
    passwordSpecial: 'Password must contain a special character.',
    passwordsMatch: 'Passwords do not match.',
    passwordCommon: 'This password is too common. Choose one that is harder to guess.',
    passwordPersonal: 'The password must not be your name, username or email.',
    passwordUnchanged: 'The new password must differ from the current one.',
    emailUnchanged: 'This is already your email address.',
    nameMinLength: 'Name must be at least 2 characters.',
    namePattern: 'This contains characters that cannot be shown.',
    phraseMinLength: 'The phrase must be at least 3 characters.',
    twoFactorCodeRequired: 'Enter the code of your authenticator app.',
    twoFactorCodeFormat: 'The code has exactly 6 digits.',
    codeLength: 'Enter the 6-character code.',
    invalidAmount: 'Enter a valid amount.',
    invalidAddress: 'This is not a valid address.',
  },
  auth: {
    opensSoon:
      'This account is still frozen. It opens 24 hours after its password was reset; you need not do anything more.',
    invalidEmailLogin: 'Invalid email or password',
    invalidUsernameLogin: 'Invalid username or password',
    registered: 'User registered successfully. Please verify your email.',
    loggedIn: 'Login successful',
    loggedOut: 'You have been logged out',
    emailVerified: 'Email verified successfully',
    verificationSent: 'Verification email sent successfully',
    twoFactorRequired: 'Two-factor authentication required',
    resetSent: 'If this email exists, a password reset link has been sent',
    resetTokenValid: 'The reset link is valid. Choose a new password.',
    passwordReset: 'Password has been reset successfully',
    proved: 'Thank you, it is you.',
    frozen: 'Your account is frozen. Every session has ended.',
    emailChangeUndone:
      'Your former email is back, and the account is frozen. Reset your password to open it again.',
    passkeyRefused: 'This passkey is not known here.',
  },
  mails: {
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
        'If you did not do this, somebody else may read the mails of your former address: secure it, and write to the operator of {{productName}} at once. The account stays frozen for at least a day.',
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
        subject: 'You signed in to {{productName}}',
        whatHappened: 'Someone signed in to your account {{username}}.',
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
          'The password of your account {{username}} was changed, and all other sessions have ended.',
      },
      password_reset_asked: {
        subject: 'A reset of your {{productName}} password was requested',
        whatHappened:
          'Someone asked for a link that resets the password of your account {{username}}. The password is still the same.',
      },
      password_reset: {
        subject: 'Your {{productName}} password was reset',
        whatHappened:
          'A new password was set for your account {{username}} with a link or code that we had emailed, and all sessions have ended.',
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
          'Your account {{username}} has this email address again. The account is frozen and its passkeys were removed, so that whoever changed the address cannot sign in.',
      },
      two_factor_enabled: {
        subject: 'Two-factor authentication is on for {{productName}}',
        whatHappened:
          'From now on your account {{username}} asks for a code of your authenticator app when you sign in. Keep the recovery codes in a safe place.',
      },
      two_factor_disabled: {
        subject: 'Two-factor authentication is off for {{productName}}',
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
        whatHappened:
          'A passkey was added to your account {{username}}. Whoever holds it can sign in with it.',
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
          'Your account {{username}} was frozen. All sessions have ended, its passkeys were removed, and nobody can sign in or send money.',
      },
      account_unfrozen: {
        subject: 'Your {{productName}} account is open again',
        whatHappened: 'Your account {{username}} is no longer frozen.',
      },
    },
  },
  users: {
    profileUpdated: 'Profile updated successfully',
    passwordUpdated: 'Password updated successfully',
    emailChangeSent: 'Verification email sent to your new address',
    emailChanged: 'Email address updated successfully',
    deleted: 'Account deleted successfully',
    twoFactorSetUp: 'Two-factor authentication setup initiated',
    twoFactorEnabled: 'Two-factor authentication enabled successfully',
    twoFactorDisabled: 'Two-factor authentication disabled successfully',
    recoveryCodesMade: 'Recovery codes generated successfully',
    passkeyAdded: 'Passkey added',
    passkeyRemoved: 'Passkey removed',
    phraseSet: 'Anti-phishing phrase updated',
    sessionEnded: 'Session ended',
    otherSessionsEnded: 'All other sessions ended',
  },
  topUps: {
    instructions:
      'Pay on the payment page before the time runs out. Your balance is credited as soon as the payment is confirmed.',
  },
  transactions: {
    awaiting_payment: 'Waiting for the payment.',
    payment_seen: 'The payment was seen and waits for confirmation.',
    completed: 'Completed.',
    expired: 'The time to pay ran out.',
  },
} as const;
