import { deposit, getDepositAddress } from '@mercury/contract/api/deposits.ts';
import { assetOf, chainTraits } from '@mercury/contract/money/asset.ts';
import { DomainError } from '../../errors.ts';
import type { Bind } from '../../http/bind.ts';
import { openDepositSources } from '../../rails/deposit-sources.ts';
import type { Services } from '../../services.ts';
import { giveOutAddress } from './give-out-address.ts';
import { sendDeposit } from './send-deposit.ts';

/** @throws ConfigError for a deposit key or address that does not fit its chain: better at the start than with a payer. */
export function bindDepositRoutes(bind: Bind, services: Services): void {
  const { config, secretBox, rail } = services;
  const sources = openDepositSources({ config, secretBox, isSandbox: rail.isSandbox });

  bind(getDepositAddress, {}, async ({ session: { userId }, query: { currency } }) => {
    const { chain } = assetOf(currency);
    if (chain === null) throw new DomainError('DepositNotOffered');
    const { address, memo } = await giveOutAddress(services, sources, { userId, asset: currency });
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
    sendDeposit(services, sources, { userId, input: body, idempotencyKey }),
  );
}
