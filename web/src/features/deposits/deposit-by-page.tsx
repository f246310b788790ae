import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createIntentKeys } from '../../api/intent-key.ts';
import { useCommand } from '../../api/use-command.ts';
import { type Config, configQuery } from '../../domain/config-query.ts';
import { moneyActions } from '../../domain/money-actions.ts';
import { PaymentForm, type PaymentSteps } from '../../domain/payment-form.tsx';
import { paymentTermsOf } from '../../domain/payment-quote.ts';
import { paymentUrlOf } from '../../domain/payment-url.ts';
import { askForMoney } from '../../domain/wallets-query.ts';
import { Money } from '../../ui/money.tsx';
import styles from './deposits.module.css';

interface DepositByPageProps extends PaymentSteps {
  config: Config;
  onDone: () => void;
}

/** The second way: an amount of US dollars, paid in any coin on a page of the rail. */
export function DepositByPage({ config, onBusyChange, onPayment, onDone }: DepositByPageProps) {
  const { t } = useTranslation();
  const command = useOpenPayment();
  const terms = paymentTermsOf(config);
  return (
    <PaymentForm
      terms={terms}
      texts={{
        amount: t('deposit.amountUsd'),
        enterValidAmount: t('deposit.enterValidAmount'),
        tooSmall: (amount) => t('deposit.tooSmall', { amount }),
        tooLarge: (amount) => t('deposit.tooLarge', { amount }),
        submit: t('deposit.continue'),
        processing: t('deposit.processing'),
        opened: t('deposit.paymentOpened'),
        failed: t('deposit.processingTransaction'),
        answerLost: t('deposit.pageAnswerLost'),
      }}
      command={command}
      intro={<p className={styles.text}>{t('deposit.pageText')}</p>}
      onBusyChange={onBusyChange}
      onPayment={onPayment}
      onDone={onDone}
    >
      {({ quote }) => (
        <p className={styles.quote}>
          <span>{t('deposit.youGet')}</span>
          <output>
            <Money amount={quote.state === 'payable' ? quote.credited : '0'} asset={terms.credited} />
          </output>
        </p>
      )}
    </PaymentForm>
  );
}

// Outlives the dialog: the same try after a lost answer, from a reopened dialog, still opens one payment.
const intentKeys = createIntentKeys('payment');

async function open(queryClient: QueryClient, amountUsd: string) {
  const money = await moneyActions(queryClient);
  const order = { amountUsd };
  const reply = await money.openPayment({ order, idempotencyKey: intentKeys.keyFor(order) });
  intentKeys.settle(order);
  const { rail } = await queryClient.ensureQueryData(configQuery);
  return { paymentUrl: paymentUrlOf(reply.paymentUrl, rail) };
}

function useOpenPayment() {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: (amountUsd: string) => open(queryClient, amountUsd),
    onSettled: () => void askForMoney(queryClient),
  });
}
