import { noteSchema } from '@mercury/contract/api/shapes.ts';
import { limits } from '@mercury/contract/limits.ts';
import { type AssetCode, findAssetCode, listAssets } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AssetField } from '../../domain/asset-label.tsx';
import { useDraft } from '../../domain/drafts.ts';
import { amountIn, isTypeable, type MoneyRequest, requestPath } from '../../domain/request-link.ts';
import { mostValuable, walletsQuery } from '../../domain/wallets-query.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './request.module.css';

/** In CSS pixels. */
const qrCodeSize = 200;
/** Quiet zone: the QR standard requires these white modules so that readers find the code. */
const quietZone = 4;

interface RequestDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The asker's own. */
  username: string;
  currency?: AssetCode | undefined;
}

export function RequestDialog({ isOpen, onClose, ...request }: RequestDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('request.title')}
      description={t('request.description')}
    >
      {/* Inside the open dialog: the next one starts empty. */}
      <RequestForm {...request} />
    </Modal>
  );
}

/** Nothing is sent: the link is all there is of a request, and changes while it is typed. */
function RequestForm({ username, currency: asked }: Pick<RequestDialogProps, 'username' | 'currency'>) {
  const { t } = useTranslation();
  const assets = listAssets().flatMap(({ code, isTransferable }) => (isTransferable ? [code] : []));
  const { data: balance } = useQuery(walletsQuery);
  // No currency until something was typed or chosen: the wallets may come later, and must not change what was typed.
  const draft = useDraft('request', { currency: '', amount: '', note: '' });
  const [entry, setEntry] = useState(draft.values);
  const { amount, note } = entry;
  const likely = [findAssetCode(entry.currency), asked, mostValuable(balance?.wallets ?? []), assets[0]];
  const currency = likely.find((code) => code !== undefined && assets.includes(code)) ?? coinCode;
  const change = (changed: Partial<typeof entry>) => {
    const next = { ...entry, currency, ...changed };
    setEntry(next);
    draft.save(next);
  };
  const checkedNote = noteSchema.safeParse(note).data;
  const isAmountRight = amount === '' || isTypeable(amount, currency);
  return (
    <div className={styles.form}>
      <AssetField
        label={t('request.currency')}
        assets={assets}
        asset={currency}
        onChange={(next) => change({ currency: next, amount: amountIn(amount, next) })}
      />
      <AmountField
        label={t('request.amount')}
        asset={currency}
        amount={amount}
        onAmountChange={(typed) => change({ amount: typed })}
        error={isAmountRight ? undefined : t('transfer.enterValidAmount')}
      />
      <TextField
        label={t('transfer.note')}
        value={note}
        onChange={({ target }) => change({ note: target.value })}
        error={checkedNote === undefined ? t('transfer.noteInvalid') : undefined}
        maxLength={limits.noteLengthMax}
        autoComplete="off"
      />
      {isAmountRight && checkedNote !== undefined && (
        <RequestLink request={{ username, currency, amount, note: checkedNote }} />
      )}
    </div>
  );
}

function RequestLink({ request }: { request: MoneyRequest }) {
  const { t } = useTranslation();
  const link = `${location.origin}${requestPath(request)}`;
  const title = t('request.shareTitle', { username: `@${request.username}` });
  return (
    <section className={styles.result} aria-label={t('request.link')}>
      <div className={styles.qrCode}>
        <QRCodeSVG
          value={link}
          size={qrCodeSize}
          level="M"
          marginSize={quietZone}
          title={t('request.qrCode')}
        />
      </div>
      <bdi dir="ltr" className={styles.link}>
        {link}
      </bdi>
      <div className={styles.actions}>
        <CopyButton text={link} label={t('request.copyLink')} hasVisibleLabel />
        {'share' in navigator && (
          <Button
            variant="secondary"
            size="small"
            icon={<Share2 size={16} aria-hidden="true" />}
            // Rejected if the person cancels: there is nothing to report.
            onClick={() => void navigator.share({ title, url: link }).catch(() => undefined)}
          >
            {t('transfer.shareReceipt')}
          </Button>
        )}
      </div>
      <p className={styles.quiet}>{t('request.linkText')}</p>
    </section>
  );
}
