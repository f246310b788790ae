import { type AlertDirection, alertDirections } from '@mercury/contract/api/price-alerts.ts';
import { activeCodes, type AssetCode } from '@mercury/contract/money/asset.ts';
import { priceDecimals } from '@mercury/contract/money/price.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { AssetField } from '../../domain/asset-label.tsx';
import { useDraft, useForgetDrafts } from '../../domain/drafts.ts';
import { formatStep, priceInText } from '../../domain/prices.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import formStyles from '../../ui/form.module.css';
import { Modal } from '../../ui/modal.tsx';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './create-price-alert-dialog.module.css';
import { firstStep, lineProblem, priceAtStep, steps, usePresentPrice } from './line.ts';
import { useCreatePriceAlert } from './queries.ts';

interface CreatePriceAlertDialogProps {
  /** Preselected if the person comes from a coin. */
  currency: AssetCode | undefined;
  isOpen: boolean;
  onClose: () => void;
}

export function CreatePriceAlertDialog({ currency, isOpen, onClose }: CreatePriceAlertDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('priceAlerts.createTitle')}
      description={t('priceAlerts.createText')}
    >
      <PriceAlertForm
        initialCurrency={currency === undefined || currency === 'USD' ? 'BTC' : currency}
        onCreated={() => {
          toast.success(t('priceAlerts.created'));
          onClose();
        }}
      />
    </Modal>
  );
}

interface AlertEntry {
  currency: AssetCode;
  direction: AlertDirection;
  /** Null until the person chooses a price: until then the field follows the present one, at a distance. */
  typed: string | null;
}

const emptyEntry = { direction: 'above', typed: null } as const;

interface PriceAlertFormProps {
  initialCurrency: AssetCode;
  onCreated: () => void;
}

function PriceAlertForm({ initialCurrency, onCreated }: PriceAlertFormProps) {
  const { t } = useTranslation();
  const draft = useDraft<AlertEntry>('price-alert', { ...emptyEntry, currency: initialCurrency });
  const [entry, setEntry] = useState(draft.values);
  const forgetDrafts = useForgetDrafts();
  const { currency, direction } = entry;
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const presentPrice = usePresentPrice(currency);
  const { mutate, error, isPending } = useCreatePriceAlert();
  const price = entry.typed ?? priceAtStep(currency, presentPrice, firstStep[direction]) ?? '';
  const problem = lineProblem({ currency, direction, price }, presentPrice);

  function change(changed: Partial<AlertEntry>) {
    const next = { ...entry, ...changed };
    setEntry(next);
    draft.save(next);
  }

  function submit() {
    setWasSubmitted(true);
    if (problem !== undefined) return;
    const onSuccess = () => {
      forgetDrafts();
      onCreated();
    };
    mutate({ currency, direction, price }, { onSuccess });
  }

  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <AssetField
        label={t('priceAlerts.coin')}
        assets={activeCodes().filter((code) => code !== 'USD')}
        asset={currency}
        onChange={(next) => change({ currency: next, typed: null })}
      />
      <NativeSelectField
        label={t('priceAlerts.direction')}
        value={direction}
        choices={alertDirections.map((value) => ({ value, label: t(`priceAlerts.directions.${value}`) }))}
        onChange={(next) => change({ direction: next })}
      />
      <AmountField
        label={t('priceAlerts.price')}
        asset="USD"
        decimalsMax={priceDecimals}
        amount={price}
        onAmountChange={(typed) => change({ typed })}
        error={wasSubmitted && problem ? t(`priceAlerts.problems.${problem}`) : undefined}
        hint={<PresentPrice price={presentPrice} />}
      />
      <Steps currency={currency} presentPrice={presentPrice} onChoose={change} />
      {error && (
        <Notice tone="failed">{errorMessage(error, t, { fallback: t('priceAlerts.failedToCreate') })}</Notice>
      )}
      <OnlineButton type="submit" size="large" isFullWidth isBusy={isPending}>
        {t('priceAlerts.confirm')}
      </OnlineButton>
    </form>
  );
}

interface StepsProps {
  currency: AssetCode;
  presentPrice: string | undefined;
  onChoose: (chosen: Pick<AlertEntry, 'typed' | 'direction'>) => void;
}

/** Fill the field with a price at a round distance, and turn the alert to that side. */
function Steps({ currency, presentPrice, onChoose }: StepsProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const prices = steps.flatMap((percent) => {
    const typed = priceAtStep(currency, presentPrice, percent);
    return typed === undefined ? [] : [{ percent, typed }];
  });
  if (prices.length === 0) return null;
  return (
    <div role="group" aria-label={t('priceAlerts.steps')} className={styles.steps}>
      {prices.map(({ percent, typed }) => (
        <Button
          key={percent}
          variant="secondary"
          size="small"
          className={styles.step}
          onClick={() => onChoose({ typed, direction: percent < 0 ? 'below' : 'above' })}
        >
          <bdi dir="ltr">{formatStep(percent, formatTag)}</bdi>
        </Button>
      ))}
    </div>
  );
}

function PresentPrice({ price }: { price: string | undefined }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  if (price === undefined) return t('priceAlerts.noPresentPrice');
  return t('priceAlerts.presentPrice', { price: priceInText(price, t, formatTag) });
}
