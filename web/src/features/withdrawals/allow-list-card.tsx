import { ListChecks, ListX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { formatDateTime } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './address-book.module.css';
import { useSetAllowList } from './use-address-book.ts';

interface AllowListCardProps {
  isOn: boolean;
  /** It was turned off, and holds until then all the same. */
  endsAt: string | null;
}

/** Withdrawals to the addresses of the book only: whoever gets into the account can't send money elsewhere. */
export function AllowListCard({ isOn, endsAt }: AllowListCardProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const { mutate, error, isPending } = useSetAllowList();
  // While it is ending, the one thing to do is to keep it.
  const turnsOn = !isOn || endsAt !== null;

  function change() {
    mutate(turnsOn, {
      onSuccess: ({ isAllowListOn }) => {
        if (turnsOn) toast.success(t('addressBook.allowList.turnedOn'));
        else if (!isAllowListOn) toast.success(t('addressBook.allowList.turnedOff'));
      },
    });
  }

  return (
    <Card title={t('addressBook.allowList.title')} action={<StateBadge isOn={isOn} />}>
      <div className={styles.stack}>
        <p className={styles.text}>{t('addressBook.allowList.text')}</p>
        {isOn && endsAt !== null && (
          <Notice tone="warning">
            {t('addressBook.allowList.endsAt', {
              time: formatDateTime(endsAt, formatTag, { hasTime: true }),
            })}
          </Notice>
        )}
        {error && <Notice tone="failed">{errorMessage(error, t)}</Notice>}
        <div>
          {/* One button in both states, so that it is there to take the focus back from the proof's dialog. */}
          <Button variant={turnsOn ? 'primary' : 'secondary'} isBusy={isPending} onClick={change}>
            {labelOf()}
          </Button>
        </div>
      </div>
    </Card>
  );

  function labelOf(): string {
    if (!isOn) return t('addressBook.allowList.turnOn');
    return endsAt === null ? t('addressBook.allowList.turnOff') : t('addressBook.allowList.keepOn');
  }
}

function StateBadge({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation();
  return isOn ? (
    <Badge tone="completed">
      <ListChecks size={14} aria-hidden="true" />
      {t('addressBook.allowList.on')}
    </Badge>
  ) : (
    <Badge>
      <ListX size={14} aria-hidden="true" />
      {t('addressBook.allowList.off')}
    </Badge>
  );
}
