/** In the order of the page. */
export const settingGroups = ['prices', 'limits', 'withdrawals', 'contact', 'deposits'] as const;
export type SettingGroup = (typeof settingGroups)[number];

/** How its text is typed and shown. Percent is kept in hundredths of a percent. */
type SettingForm =
  | { readonly form: 'percent'; readonly bpsMax: number }
  | {
      readonly form:
        | 'price'
        | 'usd'
        | 'amounts'
        | 'links'
        | 'email'
        | 'phone'
        | 'line'
        | 'depositKey'
        | 'depositAddress';
    };

export type SettingTraits = SettingForm & {
  readonly group: SettingGroup;
  /** One person changes it; any other waits for a second one. */
  readonly isDirect?: true;
};

/** What the operator says of the business, called as in the environment, which wins where it says one too. */
const traits = {
  MRCY_PRICE_USD: { group: 'prices', form: 'price' },
  TRADE_FEE_BPS: { group: 'prices', form: 'percent', bpsMax: 1_000 },
  TRADE_SPREAD_BPS: { group: 'prices', form: 'percent', bpsMax: 1_000 },
  WITHDRAWAL_FEE_BPS: { group: 'prices', form: 'percent', bpsMax: 10_000 },
  WITHDRAWAL_NETWORK_FEES: { group: 'prices', form: 'amounts' },
  TRADE_ORDER_USD_MAX: { group: 'limits', form: 'usd' },
  TRADE_DAY_USD_MAX: { group: 'limits', form: 'usd' },
  TRADE_EXPOSURE_USD_MAX: { group: 'limits', form: 'usd' },
  TRADE_PRICE_JUMP_BPS: { group: 'limits', form: 'percent', bpsMax: 10_000 },
  PAYOUT_APPROVAL_ABOVE: { group: 'withdrawals', form: 'amounts' },
  PAYOUT_APPROVAL_DAY_ABOVE: { group: 'withdrawals', form: 'amounts' },
  CONTACT_EMAIL: { group: 'contact', form: 'email', isDirect: true },
  CONTACT_PHONE: { group: 'contact', form: 'phone', isDirect: true },
  CONTACT_ADDRESS: { group: 'contact', form: 'line', isDirect: true },
  SOCIAL_LINKS: { group: 'contact', form: 'links', isDirect: true },
  OPERATOR_EMAIL: { group: 'contact', form: 'email', isDirect: true },
  DEPOSIT_XPUB_BITCOIN: { group: 'deposits', form: 'depositKey' },
  DEPOSIT_XPUB_LITECOIN: { group: 'deposits', form: 'depositKey' },
  DEPOSIT_XPUB_DOGECOIN: { group: 'deposits', form: 'depositKey' },
  DEPOSIT_XPUB_ETHEREUM: { group: 'deposits', form: 'depositKey' },
  DEPOSIT_XPUB_BNB: { group: 'deposits', form: 'depositKey' },
  DEPOSIT_XPUB_TRON: { group: 'deposits', form: 'depositKey' },
  DEPOSIT_ADDRESS_XRP: { group: 'deposits', form: 'depositAddress' },
  DEPOSIT_ADDRESS_TON: { group: 'deposits', form: 'depositAddress' },
} as const satisfies Readonly<Record<string, SettingTraits>>;

export type SettingName = keyof typeof traits;

export const settingTraits: Readonly<Record<SettingName, SettingTraits>> = traits;

// Object.keys loses the names.
export const settingNames = Object.keys(traits) as readonly SettingName[];

export function isSettingName(text: string): text is SettingName {
  return Object.hasOwn(traits, text);
}
