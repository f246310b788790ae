import { isDeepStrictEqual } from 'node:util';
import { deposit, getDepositAddress } from '@mercury/contract/api/deposits.ts';
import { assetOf, chainTraits } from '@mercury/contract/money/asset.ts';
import { DomainError } from '../../errors.ts';
import type { Bind } from '../../http/bind.ts';
import { openDepositSources, type DepositSources } from '../../rails/deposit-sources.ts';
import type { Services } from '../../services.ts';
import type { BusinessSettings } from '../../settings/registry.ts';
import { giveOutAddress } from './give-out-address.ts';
import { sendDeposit } from './send-deposit.ts';

/** @throws ConfigError for a deposit key or address that does not fit its chain: better at the start than with a payer. */
export function bindDepositRoutes(bind: Bind, services: Services): void {
  const sourcesNow = openWhenChanged(services);

  bind(getDepositAddress, {}, async ({ session: { userId }, query: { currency } }) => {
    const { chain } = assetOf(currency);
    if (chain === null) throw new DomainError('DepositNotOffered');
    const { address, memo } = await giveOutAddress(services, sourcesNow(), { userId, asset: currency });
    const { name: network, confirmationsNeeded } = chainTraits[chain];
    return {
      success: true,
      currency,
      address,
      ...(memo === '' ? {} : { memo }),
      network,
      confirmationsNeeded,
    };
  });

  bind(deposit, { rateLimit: 'deposit' }, ({ session: { userId }, body, idempotencyKey }) =>
    sendDeposit(services, sourcesNow(), { userId, input: body, idempotencyKey }),
  );
}

/** Opening derives keys, so it is done anew only where the operator said another key. Addresses that were given out stay. */
function openWhenChanged({ settings, secretBox, rail: { isSandbox } }: Services): () => DepositSources {
  let opened = open(settings.current);
  function open(current: BusinessSettings) {
    return { current, sources: openDepositSources({ settings: current, secretBox, isSandbox }) };
  }
  return () => {
    const { current } = settings;
    const isSame =
      isDeepStrictEqual(opened.current.depositKeys, current.depositKeys) &&
      isDeepStrictEqual(opened.current.sharedDepositAddresses, current.sharedDepositAddresses);
    if (!isSame) opened = open(current);
    return opened.sources;
  };
}
