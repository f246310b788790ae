import { chainTraits } from '@mercury/contract/money/asset.ts';
import type { SettingName } from '@mercury/contract/console/setting-traits.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** Chains by the names of the keys and addresses that deposits need. */
const chainOf = {
  DEPOSIT_XPUB_BITCOIN: 'bitcoin',
  DEPOSIT_XPUB_LITECOIN: 'litecoin',
  DEPOSIT_XPUB_DOGECOIN: 'dogecoin',
  DEPOSIT_XPUB_ETHEREUM: 'ethereum',
  DEPOSIT_XPUB_BNB: 'bnb',
  DEPOSIT_XPUB_TRON: 'tron',
  DEPOSIT_ADDRESS_XRP: 'xrp',
  DEPOSIT_ADDRESS_TON: 'ton',
} as const;
type DepositSetting = keyof typeof chainOf;

function isDepositSetting(name: SettingName): name is DepositSetting {
  return Object.hasOwn(chainOf, name);
}

/** In the reader's language. */
export function settingName(name: SettingName, t: TFunction<'console'>): string {
  if (!isDepositSetting(name)) return t(`settings.names.${name}`);
  const chain = chainTraits[chainOf[name]].name;
  return t(name.startsWith('DEPOSIT_XPUB_') ? 'settings.depositKey' : 'settings.depositAddress', { chain });
}

export function useSettingName(): (name: SettingName) => string {
  const { t } = useTranslation('console');
  return (name) => settingName(name, t);
}
