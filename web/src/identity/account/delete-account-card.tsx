import { zodResolver } from '@hookform/resolvers/zod';
import { currentPasswordSchema, reasonSchema } from '@mercury/contract/api/shapes.ts';
import { deleteAccount, type User } from '@mercury/contract/api/users.ts';
import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { parseAmount } from '@mercury/contract/money/amount.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { joinedErrorMessage } from '../../api/error-message.ts';
import { session } from '../../api/session.ts';
import { showRefusal } from '../../api/show-field-errors.ts';
import { useCommand } from '../../api/use-command.ts';
import { type AssetOffer, configQuery } from '../../domain/config-query.ts';
import { useDraft, useSavedForm } from '../../domain/drafts.ts';
import { useOpenedBy } from '../../domain/opened-by.ts';
import { serverWalletsQuery } from '../../domain/wallets-query.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Money } from '../../ui/money.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField, UsernameForManagers } from '../../ui/password-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { TwoFactorCodeInput } from '../../ui/two-factor-code-input.tsx';
import { sentTwoFactorCode, twoFactorCodeFieldSchema } from './two-factor-fields.ts';
import styles from './profile.module.css';

export function DeleteAccountCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const dialog = useOpenedBy('account-delete');
  return (
    <Card title={t('profile.deleteTitle')}>
      <div className={styles.deleteLine}>
        <p className={styles.text}>{t('profile.deleteText')}</p>
        <Button variant="secondary" onClick={() => dialog.open()}>
          {t('profile.deleteAccount')}
        </Button>
      </div>
      <DeleteAccountDialog key={dialog.key} isOpen={dialog.isOpen} user={user} onClose={dialog.close} />
    </Card>
  );
}

interface DeleteAccountDialogProps {
  isOpen: boolean;
  onClose: () => void;
  user: User;
}

function DeleteAccountDialog({ isOpen, onClose, user }: DeleteAccountDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="md"
      title={t('profile.deleteQuestion')}
      description={t('profile.deleteFinal')}
    >
      <DeleteAccountForm user={user} onCancel={onClose} />
    </Modal>
  );
}

interface DeleteAccountFormProps {
  user: User;
  onCancel: () => void;
}

function DeleteAccountForm({ user, onCancel }: DeleteAccountFormProps) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const { form, submit, isPending, error } = useDeleteAccount(user);
  const isUnderstood = useWatch({ control: form.control, name: 'isUnderstood' });
  const leftovers = useLeftovers();
  const { errors } = form.formState;
  return (
    <form noValidate className={styles.stack} onSubmit={(event) => void submit(event)}>
      <ul className={styles.points}>
        <li>{t('profile.deletePointNames')}</li>
        <li>{t('profile.deletePointBooks')}</li>
        <li>{t('profile.deletePointAddress')}</li>
      </ul>
      <TextArea
        label={t('profile.deleteReason')}
        hint={t('profile.deleteReasonHint')}
        dir="auto"
        error={fieldError(errors.reason)}
        {...form.register('reason')}
      />
      <UsernameForManagers username={user.username} />
      <PasswordField
        label={t('profile.password')}
        autoComplete="current-password"
        error={fieldError(errors.password)}
        {...form.register('password')}
      />
      {user.twoFactorEnabled && <TwoFactorCodeInput control={form.control} name="twoFactorCode" />}
      {leftovers.length > 0 && (
        <Checkbox
          label={
            <>
              {t('profile.giveUpLeftovers')}{' '}
              {leftovers.map(({ currency, balance }) => (
                <span key={currency} className={styles.leftover}>
                  <Money amount={balance} asset={currency} />
                </span>
              ))}
            </>
          }
          {...form.register('givesUpLeftovers')}
        />
      )}
      <Checkbox label={t('profile.deleteUnderstood')} {...form.register('isUnderstood')} />
      {isMoneyInTheWay(error) ? <MoneyInTheWay error={error} /> : <FormProblem control={form.control} />}
      <div className={styles.choices}>
        <Button type="submit" variant="danger" isFullWidth isBusy={isPending} disabled={!isUnderstood}>
          {t('profile.confirmDelete')}
        </Button>
        <Button variant="ghost" isFullWidth disabled={isPending} onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}

function isMoneyInTheWay(error: Error | null): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'AccountHasMoney' || error.code === 'AccountHasUnfinishedTransactions';
}

/** The person settles held or pending money on the dashboard first. */
function MoneyInTheWay({ error }: { error: ApiError }) {
  const { t } = useTranslation();
  return (
    <Notice tone="failed">
      {error.message} <Link to={paths.dashboard}>{t('profile.toDashboard')}</Link>
    </Notice>
  );
}

const emptyEntry = {
  reason: '',
  password: '',
  twoFactorCode: '',
  givesUpLeftovers: false,
  isUnderstood: false,
};
type DeletionEntry = typeof emptyEntry;

function useDeleteAccount(user: User) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const resolver = useMemo(() => {
    const twoFactorCode = twoFactorCodeFieldSchema(user.twoFactorEnabled);
    return zodResolver(
      z.object({
        reason: reasonSchema,
        password: currentPasswordSchema,
        twoFactorCode,
        givesUpLeftovers: z.boolean(),
        isUnderstood: z.boolean(),
      }),
    );
  }, [user]);
  // What is to be understood and given up is said anew.
  const draft = useDraft('account-delete', { reason: '' });
  const form = useForm<DeletionEntry>({ resolver, defaultValues: { ...emptyEntry, ...draft.values } });
  const save = useCallback(({ reason }: DeletionEntry) => draft.save({ reason }), [draft]);
  useSavedForm(form, { save });
  const { mutate, isPending, error } = useCommand({
    mutationFn: ({ reason, password, twoFactorCode, givesUpLeftovers }: DeletionEntry) =>
      call(deleteAccount, {
        body: {
          password,
          ...(reason !== '' && { reason }),
          ...(givesUpLeftovers && { givesUpLeftovers }),
          ...sentTwoFactorCode(twoFactorCode),
        },
      }),
    onSuccess: (reply) => {
      session.end('signedOut', { userId: user.id });
      toast.success(reply.message || t('toast.accountDeleted'));
      void navigate(paths.home);
    },
    onError: (failure) => {
      const text = joinedErrorMessage(failure, t, { fallback: t('toast.accountDeleteFailed') });
      toast.error(text);
      showRefusal(form, failure, { text, fields: { password: 'password', code: 'twoFactorCode' } });
    },
  });
  return { form, isPending, error, submit: form.handleSubmit((entry) => mutate(entry)) };
}

type Holding = Pick<Wallet, 'currency' | 'balance'>;

type Offer = Pick<AssetOffer, 'code' | 'withdrawalMin'>;

function isLeftover({ currency, balance }: Holding, offers: readonly Offer[]): boolean {
  const held = parseAmount(currency, balance);
  const offer = offers.find(({ code }) => code === currency);
  const least = offer && parseAmount(currency, offer.withdrawalMin);
  return held !== undefined && least !== undefined && held.minorUnits < least.minorUnits;
}

/** Lost with the account: all of its money, if every amount is too small to withdraw; else nothing. */
export function leftoversOf<Wallet extends Holding>(
  wallets: readonly Wallet[],
  offers: readonly Offer[],
): readonly Wallet[] {
  const holdings = wallets.filter(({ balance }) => /[1-9]/.test(balance));
  return holdings.every((holding) => isLeftover(holding, offers)) ? holdings : [];
}

/** Empty until both are known. Then the server decides alone. */
function useLeftovers() {
  const { data: balance } = useQuery(serverWalletsQuery);
  const { data: config } = useQuery(configQuery);
  return leftoversOf(balance?.wallets ?? [], config?.assets ?? []);
}
