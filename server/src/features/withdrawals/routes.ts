import {
  cancelWithdrawal as cancelEndpoint,
  cancelWithdrawalByLink,
  createWithdrawalAddress,
  deleteWithdrawalAddress,
  listWithdrawalAddresses,
  resendWithdrawalCode,
  setAllowList as setAllowListEndpoint,
  verifyWithdrawal as verifyEndpoint,
  withdraw as withdrawEndpoint,
} from '@mercury/contract/api/withdrawals.ts';
import type { Bind } from '../../http/bind.ts';
import { translate } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { cancelByLink, cancelWithdrawal } from './cancel-withdrawal.ts';
import { createAddress } from './create-address.ts';
import { deleteAddress } from './delete-address.ts';
import { listAddresses } from './list-addresses.ts';
import { resendCode } from './resend-code.ts';
import { setAllowList } from './set-allow-list.ts';
import { verifyWithdrawal } from './verify-withdrawal.ts';
import { withdraw } from './withdraw.ts';

export function bindWithdrawalRoutes(bind: Bind, services: Services): void {
  bind(withdrawEndpoint, { rateLimit: 'withdraw' }, ({ session, body, idempotencyKey, context }) =>
    withdraw(services, { session, origin: context, input: body, idempotencyKey }),
  );

  bind(verifyEndpoint, { rateLimit: 'withdrawalCode' }, ({ session, body, context }) =>
    verifyWithdrawal(services, { session, origin: context, input: body }),
  );

  bind(resendWithdrawalCode, { rateLimit: 'withdrawalResend' }, async ({ session, body, context }) => {
    await resendCode(services, { session, transactionId: body.transactionId });
    return { success: true, message: translate(context.locale, 'withdrawals.codeSent') };
  });

  bind(cancelEndpoint, {}, ({ session, body }) =>
    cancelWithdrawal(services, { session, transactionId: body.transactionId }),
  );

  bind(cancelWithdrawalByLink, { rateLimit: 'mailedLink' }, async ({ body, context }) => {
    await cancelByLink(services, body.token);
    return { success: true, message: translate(context.locale, 'withdrawals.cancelled') };
  });

  bind(listWithdrawalAddresses, {}, ({ session }) => listAddresses(services, session.userId));

  bind(createWithdrawalAddress, { rateLimit: 'withdrawalAddress' }, async ({ session, body, context }) => ({
    success: true,
    address: await createAddress(services, { session, input: body, origin: context }),
  }));

  bind(deleteWithdrawalAddress, {}, async ({ session, params, context }) => {
    await deleteAddress(services, { session, id: params.id, origin: context });
  });

  bind(setAllowListEndpoint, { rateLimit: 'withdrawalAddress' }, async ({ session, body, context }) => ({
    success: true,
    ...(await setAllowList(services, { session, input: body, origin: context })),
  }));
}
