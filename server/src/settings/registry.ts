import { settingNames, type SettingName } from '@mercury/contract/console/setting-traits.ts';
import type { Chain } from '@mercury/contract/money/asset.ts';
import { parsePrice, type Price } from '@mercury/contract/money/price.ts';
import { coinCode } from '@mercury/contract/product.ts';
import * as z from 'zod';
import { contactSettings, type ContactDetails, type SocialLink } from '../contact-settings.ts';
import { depositSettings, readDepositKeys, readSharedDepositAddresses } from '../rail-settings.ts';
import { bps, readTrade, tradeSettings, type TradeSettings } from '../trade-settings.ts';
import { withdrawalSettings, type AmountsByAsset, type PayoutApproval } from '../withdrawal-settings.ts';

const coinPrice = z.string().transform((text, context): Price => {
  const price = parsePrice(coinCode, text);
  if (price !== undefined) return price;
  context.addIssue('is no price above zero, such as 0.57');
  return z.NEVER;
});

/** How each is read from its text, and what it is without one. The only readers, whoever says it. */
export const settingSchemas = {
  MRCY_PRICE_USD: coinPrice.prefault('0.57'),
  WITHDRAWAL_FEE_BPS: bps(10_000).prefault('50'),
  ...withdrawalSettings,
  ...tradeSettings,
  ...contactSettings,
  OPERATOR_EMAIL: z.email('is no mail address').optional(),
  ...depositSettings,
} satisfies Readonly<Record<SettingName, z.ZodType>>;

const settingsSchema = z.object(settingSchemas);

/** What somebody said, by name. */
export type SettingTexts = Readonly<Partial<Record<SettingName, string>>>;

/** The business as its operator wants it. Never changed: another one takes its place. */
export interface BusinessSettings {
  readonly coinPriceUsd: Price;
  /** In hundredths of a percent. */
  readonly withdrawalFeeBps: number;
  /** The chain's cost of a withdrawal; none if the currency is not named. */
  readonly networkFees: AmountsByAsset;
  readonly payoutApproval: PayoutApproval;
  readonly trade: TradeSettings;
  /** Shown to visitors. */
  readonly contact: ContactDetails;
  readonly socialLinks: readonly SocialLink[];
  /** Receives the messages of visitors; never shown. None: only staff read them. */
  readonly operatorEmail: string | undefined;
  /** Extended public keys (BIP32) by chain; deposit addresses derive from them. The sandbox makes its own. */
  readonly depositKeys: Readonly<Partial<Record<Chain, string>>>;
  /** Addresses by chain that all accounts share; the sandbox has its own. */
  readonly sharedDepositAddresses: Readonly<Partial<Record<Chain, string>>>;
}

/** @throws z.ZodError for a text that can't be read */
export function readSettings(texts: SettingTexts): BusinessSettings {
  const settings = settingsSchema.parse(texts);
  return {
    coinPriceUsd: settings.MRCY_PRICE_USD,
    withdrawalFeeBps: settings.WITHDRAWAL_FEE_BPS,
    networkFees: settings.WITHDRAWAL_NETWORK_FEES,
    payoutApproval: { above: settings.PAYOUT_APPROVAL_ABOVE, dayAbove: settings.PAYOUT_APPROVAL_DAY_ABOVE },
    trade: readTrade(settings),
    contact: {
      email: settings.CONTACT_EMAIL,
      phone: settings.CONTACT_PHONE,
      address: settings.CONTACT_ADDRESS,
    },
    socialLinks: settings.SOCIAL_LINKS,
    operatorEmail: settings.OPERATOR_EMAIL,
    depositKeys: readDepositKeys(settings),
    sharedDepositAddresses: readSharedDepositAddresses(settings),
  };
}

/** Null: nothing. */
export function defaultTextOf(name: SettingName): string | null {
  const schema: z.ZodType = settingSchemas[name];
  const text = schema instanceof z.ZodPrefault ? schema.def.defaultValue : null;
  return typeof text === 'string' ? text : null;
}

/** The texts of the environment that are settings. An empty one counts as absent. */
export function statedIn(environment: Readonly<Record<string, string | undefined>>): SettingTexts {
  return Object.fromEntries(
    settingNames.flatMap((name) => {
      const text = environment[name];
      return text === undefined || text === '' ? [] : [[name, text]];
    }),
  );
}
