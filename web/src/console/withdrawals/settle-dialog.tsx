import { zodResolver } from '@hookform/resolvers/zod';
import { whySchema } from '@mercury/contract/console/staff.ts';
import {
  payoutReferenceSchema,
  settleWithdrawals,
  type ListedWithdrawal,
  type SettledItem,
  type Settlement,
  type WithdrawalOutcome,
} from '@mercury/contract/console/withdrawals.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { Cancelled } from '../../api/cancelled.ts';
import { errorMessage } from '../../api/error-message.ts';
import { askAgain } from '../../api/query-client.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Money } from '../../ui/money.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { callWithProof } from '../api/proof.ts';
import { useConsoleCommand } from '../api/use-console-command.ts';
import styles from '../console.module.css';
import { DialogButtons } from '../dialog-buttons.tsx';
import { withdrawalsKey } from './queries.ts';
import { SettledList } from './settled-list.tsx';

interface SettleDialogProps {
  outcome: WithdrawalOutcome;
  withdrawals: readonly ListedWithdrawal[];
  isOpen: boolean;
  onClose: () => void;
}

/** Reports the same of one or of many. If some are refused, it stays and says which, and why. */
export function SettleDialog({ outcome, withdrawals, isOpen, onClose }: SettleDialogProps) {
  const { t } = useTranslation('console');
  const [settled, setSettled] = useState<readonly SettledItem[]>();
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      closesOnBack
      title={t(`withdrawals.titles.${outcome}`)}
      description={settled ? t('withdrawals.someRefused') : t(`withdrawals.texts.${outcome}`)}
    >
      {settled ? (
        <SettledList withdrawals={withdrawals} settled={settled} onClose={onClose} />
      ) : (
        <SettleForm
          outcome={outcome}
          withdrawals={withdrawals}
          onClose={onClose}
          onSettled={(items) => {
            if (items.some(({ refusal }) => refusal !== null)) {
              setSettled(items);
              return;
            }
            toast.success(t(`withdrawals.told.${outcome}`));
            onClose();
          }}
        />
      )}
    </Modal>
  );
}

interface Values {
  /** By the withdrawal's id; only of paid ones. */
  references: Record<string, string>;
  /** Only of failed ones. */
  reason: string;
}

const schemas = {
  started: z.object({ references: z.record(z.string(), z.string()), reason: z.string() }),
  paid: z.object({ references: z.record(z.string(), payoutReferenceSchema), reason: z.string() }),
  failed: z.object({ references: z.record(z.string(), z.string()), reason: whySchema }),
} as const;

function settlementOf(id: string, outcome: WithdrawalOutcome, { references, reason }: Values): Settlement {
  switch (outcome) {
    case 'started':
      return { id, outcome };
    case 'paid':
      return { id, outcome, reference: references[id] ?? '' };
    case 'failed':
      return { id, outcome, reason };
    default:
      return outcome satisfies never;
  }
}

function useSettle(onSettled: (items: readonly SettledItem[]) => void) {
  const client = useQueryClient();
  return useConsoleCommand({
    mutationFn: (items: Settlement[]) => callWithProof(settleWithdrawals, { body: { items } }),
    onSuccess: ({ items }) => {
      onSettled(items);
      return askAgain(client, withdrawalsKey);
    },
  });
}

function SettleForm({
  outcome,
  withdrawals,
  onClose,
  onSettled,
}: Omit<SettleDialogProps, 'isOpen'> & { onSettled: (items: readonly SettledItem[]) => void }) {
  const { t } = useTranslation('console');
  const { t: tShared } = useTranslation();
  const fieldError = useFieldError();
  const settle = useSettle(onSettled);
  const form = useForm<Values>({
    resolver: zodResolver(schemas[outcome]),
    defaultValues: { references: Object.fromEntries(withdrawals.map(({ id }) => [id, ''])), reason: '' },
  });
  const submit = form.handleSubmit((values) =>
    settle.mutate(
      withdrawals.map(({ id }) => settlementOf(id, outcome, values)),
      {
        onError: (error) => {
          if (error instanceof Cancelled) return;
          showRefusal(form, error, { text: errorMessage(error, tShared) });
        },
      },
    ),
  );
  const { errors } = form.formState;
  return (
    <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
      <Payees outcome={outcome} withdrawals={withdrawals} form={form} />
      {outcome === 'failed' && (
        <TextArea
          label={t('reason.label')}
          hint={t('reason.hint')}
          dir="auto"
          error={fieldError(errors.reason)}
          {...form.register('reason')}
        />
      )}
      <FormProblem control={form.control} />
      <DialogButtons
        label={t(`withdrawals.outcomes.${outcome}`)}
        isBusy={settle.isPending}
        isTaking={outcome === 'failed'}
        onCancel={onClose}
      />
    </form>
  );
}

interface PayeesProps extends Pick<SettleDialogProps, 'outcome' | 'withdrawals'> {
  form: UseFormReturn<Values>;
}

/** Each with its reference, if it was paid. */
function Payees({ outcome, withdrawals, form }: PayeesProps) {
  const { t } = useTranslation('console');
  const fieldError = useFieldError();
  const { errors } = form.formState;
  return (
    <ul className={styles.list}>
      {withdrawals.map((withdrawal) => (
        <li key={withdrawal.id} className={styles.row}>
          <Payee withdrawal={withdrawal} />
          {outcome === 'paid' && (
            <div className={styles.about}>
              <TextField
                label={t('withdrawals.referenceOf', {
                  amount: withdrawal.arrives,
                  currency: withdrawal.currency,
                  name: `\u2068${withdrawal.account.username}\u2069`,
                })}
                dir="ltr"
                autoComplete="off"
                spellCheck={false}
                error={fieldError(errors.references?.[withdrawal.id])}
                {...form.register(`references.${withdrawal.id}`)}
              />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Whole: it can't be undone. */
function Payee({
  withdrawal: { arrives, currency, address, memo, account },
}: {
  withdrawal: ListedWithdrawal;
}) {
  return (
    <div className={styles.about}>
      <p className={styles.name}>
        <Money amount={arrives} asset={currency} precision="all" /> <bdi>{account.username}</bdi>
      </p>
      <p className={styles.meta}>
        <AddressText address={address} isWhole />
        {memo !== '' && <bdi dir="ltr">{memo}</bdi>}
      </p>
    </div>
  );
}
