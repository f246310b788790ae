import type { Texts } from './translate.ts';

export const zh: Texts = {
  errors: {
    ValidationFailed: '请检查您填写的内容。',
    MalformedJson: '请求不是有效的 JSON。',
    Unauthenticated: '请先登录。',
    InvalidCredentials: '邮箱、用户名或密码不正确',
    EmailNotVerified: '请先验证您的邮箱。',
    AccountFrozen: '此账户已冻结。请重置密码，24 小时后即可恢复使用，或联系客服。',
    ProofRequired: '请确认是您本人操作。',
    NotFound: '未找到。',
    UsernameTaken: '该用户名已被使用。',
    ContactExists: '该地址已在您的联系人中。',
    TwoFactorAlreadyEnabled: '双重验证已经开启。',
    TwoFactorNotEnabled: '双重验证尚未开启。',
    PasskeyExists: '此通行密钥已添加过。',
    PayloadTooLarge: '请求内容过大。',
    UnsupportedMediaType: '此处只接受 JSON。',
    InvalidOrExpiredCode: '验证码无效或已过期',
    InvalidOrExpiredToken: '链接无效或已过期',
    WrongPassword: '密码不正确。',
    TwoFactorCodeRequired: '需要双重验证',
    InvalidTwoFactorCode: '验证码不正确',
    InvalidRecoveryCode: '恢复码不正确',
    ChallengeExpired: '本次登录已超时，请重新登录。',
    PasskeyRefused: '无法验证此通行密钥。',
    TooManyPasskeys: '您的通行密钥数量已达上限。',
    AccountHasMoney: '此账户仍有资金，请先提现或转出。',
    AccountHasUnfinishedTransactions: '部分交易尚未完成，请等待其完成。',
    AmountNotPositive: '请输入大于零的金额。',
    AmountOutOfRange: '金额超出允许范围。',
    InsufficientBalance: '您的余额不足。',
    InvalidAddress: '该地址无效。',
    RecipientNotFound: '没有账户使用该地址。',
    RecipientIsSelf: '这是您自己的地址。',
    CurrencyNotTransferable: '该币种不支持转账。',
    IdempotencyKeyReused: '该请求已使用其他内容提交过。',
    TooManyContacts: '您的联系人数量已达上限。',
    PaymentNotPayable: '该付款已无法支付。',
    RateLimitExceeded: '尝试次数过多，请稍后再试。',
    ServerError: '我们这边出了点问题，请重试。',
    Busy: '系统繁忙，请稍后再试。',
  },
  validation: {
    invalid: '该值无效。',
    required: '此项为必填项。',
    unknownField: '无法识别此字段。',
    tooLong: '内容过长。',
    invalidEmail: '请输入有效的邮箱地址。',
    usernameMinLength: '用户名至少需要 3 个字符。',
    usernamePattern: '用户名只能包含字母、数字和下划线。',
    passwordMinLength: '密码至少需要 8 个字符。',
    passwordMismatch: '两次输入的密码不一致。',
    passwordUppercase: '密码必须包含一个大写字母。',
    passwordLowercase: '密码必须包含一个小写字母。',
    passwordDigit: '密码必须包含一个数字。',
    passwordSpecial: '密码必须包含一个特殊字符。',
    passwordsMatch: '两次输入的密码不一致。',
    passwordCommon: '此密码过于常见，请换一个更难猜到的密码。',
    passwordPersonal: '密码不能与您的姓名、用户名或邮箱相同。',
    passwordUnchanged: '新密码不能与当前密码相同。',
    emailUnchanged: '这已经是您当前的邮箱地址。',
    nameMinLength: '姓名至少需要 2 个字符。',
    namePattern: '包含无法显示的字符。',
    phraseMinLength: '短语至少需要 3 个字符。',
    twoFactorCodeRequired: '请输入身份验证器应用中的验证码。',
    twoFactorCodeFormat: '验证码必须是 6 位数字。',
    codeLength: '请输入 6 位验证码。',
    invalidAmount: '请输入有效的金额。',
    invalidAddress: '该地址无效。',
  },
  auth: {
    opensSoon: '此账户仍处于冻结状态，将在重置密码 24 小时后恢复使用，您无需再做任何操作。',
    invalidEmailLogin: '邮箱或密码不正确',
    invalidUsernameLogin: '用户名或密码不正确',
    registered: '注册成功，请验证您的邮箱。',
    loggedIn: '登录成功',
    loggedOut: '您已退出登录',
    emailVerified: '邮箱验证成功',
    verificationSent: '验证邮件已发送',
    twoFactorRequired: '需要双重验证',
    resetSent: '如果该邮箱已注册，重置密码的链接已发送至该邮箱',
    resetTokenValid: '重置链接有效，请设置新密码。',
    passwordReset: '密码重置成功',
    proved: '谢谢，已确认是您本人。',
    frozen: '您的账户已冻结，所有会话均已结束。',
    emailChangeUndone: '已恢复您原来的邮箱，账户也已冻结。请重置密码以重新启用账户。',
    passkeyRefused: '此处无法识别该通行密钥。',
  },
  mails: {
    greeting: '{{username}}，您好：',
    signature: '{{productName}} 团队',
    phrase: {
      label: '您的防钓鱼短语',
      whyShown: '{{productName}} 的每封邮件都会显示此短语。如果没有显示，请勿相信该邮件。',
    },
    facts: {
      time: '时间',
      timeInUtc: '{{time}}（UTC 时间）',
      device: '设备',
      networkAddress: '网络地址',
      newEmail: '新邮箱',
    },
    verifyEmail: {
      subject: '验证您的 {{productName}} 邮箱',
      enterCode: '欢迎使用 {{productName}}。请输入以下验证码，为账户 {{username}} 验证邮箱，10 分钟内有效。',
      orOpenLink: '您也可以打开以下链接，24 小时内有效。',
      button: '验证邮箱',
      notYou:
        '如果账户 {{username}} 不是您本人注册的，请忽略此邮件，该账户将无法使用您的邮箱地址。请勿将验证码告诉任何人，我们绝不会向您索要。',
    },
    verifyNewEmail: {
      subject: '确认您的 {{productName}} 新邮箱',
      enterCode:
        '此地址将成为 {{productName}} 账户 {{username}} 的邮箱。请输入以下验证码进行确认，10 分钟内有效。',
      orOpenLink: '您也可以打开以下链接，24 小时内有效。',
      button: '确认邮箱',
      notYou:
        '在您确认之前，不会有任何更改。如果账户 {{username}} 不是您的，请忽略此邮件，该账户将无法使用您的邮箱地址。请勿将验证码告诉任何人，我们绝不会向您索要。',
    },
    resetPassword: {
      subject: '重置您的 {{productName}} 密码',
      openLink:
        '有人（很可能是您本人）请求重置您的账户 {{username}} 的密码。请打开以下链接设置新密码，链接 30 分钟内有效，且只能使用一次。',
      button: '设置新密码',
      orEnterCode: '如果无法打开链接，请在重置密码页面输入以下代码。',
      notYou:
        '如果不是您本人操作，请忽略此邮件，您的密码不会改变。请勿将链接或代码告诉任何人，我们绝不会向您索要。',
    },
    emailTaken: {
      subject: '您已拥有 {{productName}} 账户',
      whatHappened:
        '刚刚有人尝试将此邮箱地址用于另一个 {{productName}} 账户。该地址已属于您的账户 {{username}}，因此无法再用于其他账户，您的账户没有任何变化。',
      ifYou: '如果是您本人操作，请登录现有账户，或为另一个账户换用其他邮箱地址。',
      button: '登录',
      notYou: '如果不是您本人操作，您无需进行任何处理。',
    },
    emailTakenBack: {
      subject: '您的 {{productName}} 账户已恢复原邮箱',
      whatHappened: '账户 {{username}} 的邮箱更改已由原邮箱撤销，账户已冻结。此邮箱不再属于该账户。',
      notYou:
        '如果这不是您本人的操作，可能有人能读取您原邮箱的邮件：请保护好原邮箱，并立即联系 {{productName}} 的运营者。账户至少会冻结一天。',
    },
    emailChanged: {
      subject: '您的 {{productName}} 邮箱已更换',
      whatHappened: '您的账户 {{username}} 已启用新的邮箱地址。今后登录和接收我们的邮件都将使用新地址。',
      undo: '如果不是您本人操作，请撤销此更改。邮箱将恢复为此地址，账户也会冻结，在您重置密码 24 小时后恢复使用。链接 72 小时内有效。',
      undoButton: '撤销更改',
      orFreeze: '如果您想立即阻止一切操作，暂不恢复邮箱，请冻结账户。',
    },
    accountDeleted: {
      subject: '您的 {{productName}} 账户已删除',
      whatHappened:
        '您的账户 {{username}} 已删除。能够识别您身份的信息均已移除；过往交易记录会保留，但不含您的姓名。',
      thanks: '感谢您使用 {{productName}}。',
      notYou: '如果不是您本人操作，请立即联系我们。',
    },
    freeze: {
      notYou: '如果不是您本人操作，请冻结账户。所有会话将结束，任何人都无法登录或转出资金。',
      button: '冻结我的账户',
    },
    afterFreeze: {
      toOpen: '如需重新启用账户，请重置密码，24 小时后即可登录。如果是我们冻结的，请联系我们。',
      button: '重置密码',
    },
    afterUnfreeze: {
      signIn: '您可以重新登录了。请检查您的会话和安全设置，如发现任何不属于您的内容，请联系我们。',
      button: '登录',
    },
    notices: {
      signed_in: {
        subject: '您的 {{productName}} 账户有新的登录',
        whatHappened: '有人登录了您的账户 {{username}}。',
      },
      signed_in_on_new_device: {
        subject: '新设备登录了 {{productName}}',
        whatHappened:
          '有人使用此前从未登录过的设备登录了您的账户 {{username}}。如果是您本人操作，则无需处理。',
      },
      second_factor_failed: {
        subject: '一次 {{productName}} 登录已被拒绝',
        whatHappened: '有人输入了您的账户 {{username}} 的正确密码，但未能输入正确的双重验证码。登录未成功。',
      },
      signed_out: {
        subject: '您已退出 {{productName}}',
        whatHappened: '您的账户 {{username}} 的一个会话已退出登录。',
      },
      session_ended: {
        subject: '一个 {{productName}} 会话已结束',
        whatHappened: '您的账户 {{username}} 的一个会话已被结束。',
      },
      other_sessions_ended: {
        subject: '您的其他 {{productName}} 会话已结束',
        whatHappened: '您的账户 {{username}} 除一个会话外，其余会话均已被结束。',
      },
      email_verified: {
        subject: '您的 {{productName}} 邮箱已验证',
        whatHappened: '此地址现已成为您的账户 {{username}} 的已验证邮箱。',
      },
      password_changed: {
        subject: '您的 {{productName}} 密码已更改',
        whatHappened: '您的账户 {{username}} 的密码已更改，其他所有会话均已结束。',
      },
      password_reset_asked: {
        subject: '有人请求重置您的 {{productName}} 密码',
        whatHappened: '有人请求了重置您的账户 {{username}} 密码的链接。密码目前没有改变。',
      },
      password_reset: {
        subject: '您的 {{productName}} 密码已重置',
        whatHappened:
          '有人通过我们邮件中的链接或代码为您的账户 {{username}} 设置了新密码，所有会话均已结束。',
      },
      email_change_asked: {
        subject: '有人请求更改您的 {{productName}} 邮箱',
        whatHappened: '有人请求更改您的账户 {{username}} 的邮箱地址。在新地址确认之前，不会有任何更改。',
      },
      email_changed: {
        subject: '您的 {{productName}} 邮箱已更改',
        whatHappened: '您的账户 {{username}} 的邮箱地址已更改，其他所有会话均已结束。',
      },
      email_change_undone: {
        subject: '您的 {{productName}} 邮箱更改已撤销',
        whatHappened:
          '您的账户 {{username}} 已恢复使用此邮箱地址。账户现已冻结，通行密钥已移除，更改邮箱的人无法登录。',
      },
      two_factor_enabled: {
        subject: '{{productName}} 双重验证已开启',
        whatHappened:
          '今后登录您的账户 {{username}} 时，需要输入身份验证器应用中的验证码。请妥善保管恢复码。',
      },
      two_factor_disabled: {
        subject: '{{productName}} 双重验证已关闭',
        whatHappened: '您的账户 {{username}} 不再需要身份验证器应用中的验证码，现在仅凭密码即可登录。',
      },
      two_factor_renewed: {
        subject: '您的 {{productName}} 身份验证器已更换',
        whatHappened:
          '您的账户 {{username}} 已重新设置双重验证。原身份验证器应用的验证码和原恢复码均已失效。',
      },
      recovery_codes_renewed: {
        subject: '您的 {{productName}} 恢复码已更新',
        whatHappened: '已为您的账户 {{username}} 生成新的恢复码，原恢复码已失效。',
      },
      recovery_code_used: {
        subject: '一个 {{productName}} 恢复码已被使用',
        whatHappened: '有人在您的账户 {{username}} 中使用恢复码代替了双重验证码。该恢复码已失效。',
      },
      passkey_added: {
        subject: '{{productName}} 已添加通行密钥',
        whatHappened: '您的账户 {{username}} 已添加一个通行密钥，持有者可用它登录。',
      },
      passkey_removed: {
        subject: '{{productName}} 已移除通行密钥',
        whatHappened: '您的账户 {{username}} 已移除一个通行密钥，今后无法再用它登录。',
      },
      phrase_changed: {
        subject: '您的 {{productName}} 防钓鱼短语已更改',
        whatHappened: '我们的邮件为您的账户 {{username}} 显示的短语已更改或移除。',
      },
      account_frozen: {
        subject: '您的 {{productName}} 账户已冻结',
        whatHappened:
          '您的账户 {{username}} 已冻结。所有会话均已结束，通行密钥已移除，任何人都无法登录或转出资金。',
      },
      account_unfrozen: {
        subject: '您的 {{productName}} 账户已恢复使用',
        whatHappened: '您的账户 {{username}} 已解除冻结。',
      },
    },
  },
  users: {
    profileUpdated: '个人资料已更新',
    passwordUpdated: '密码已更新',
    emailChangeSent: '验证邮件已发送至您的新邮箱',
    emailChanged: '邮箱地址已更新',
    deleted: '账户已删除',
    twoFactorSetUp: '已开始设置双重验证',
    twoFactorEnabled: '双重验证已开启',
    twoFactorDisabled: '双重验证已关闭',
    recoveryCodesMade: '恢复码已生成',
    passkeyAdded: '通行密钥已添加',
    passkeyRemoved: '通行密钥已移除',
    phraseSet: '防钓鱼短语已更新',
    sessionEnded: '会话已结束',
    otherSessionsEnded: '其他所有会话均已结束',
  },
  topUps: {
    instructions: '请在到期前于付款页面完成支付。付款确认后，余额会立即到账。',
  },
  transactions: {
    awaiting_payment: '等待付款。',
    payment_seen: '已检测到付款，正在等待确认。',
    completed: '已完成。',
    expired: '付款时间已过。',
  },
};
