import type { AuditEntry } from '@mercury/contract/console/audit.ts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Modal } from '../../ui/modal.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { actText, subjectText } from '../act-words.ts';
import { ChangeTable } from '../change-table.tsx';
import { recordedName, SubjectName } from '../subject-name.tsx';
import { Actor } from './actor-name.tsx';
import styles from './audit.module.css';

interface EntryDialogProps {
  entry: AuditEntry;
  isOpen: boolean;
  onClose: () => void;
}

export function EntryDialog({ entry, isOpen, onClose }: EntryDialogProps) {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  const { seq, at, action, subjectKind, subjectId, networkAddress, reason, before, after, hash } = entry;
  const name = recordedName(entry);
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      size="lg"
      closesOnBack
      title={t('audit.entry', { number: formatCount(seq, formatTag) })}
    >
      <DetailList>
        <Detail label={t('audit.time')}>
          <DateText at={at} />
        </Detail>
        <Detail label={t('audit.actor')}>
          <Actor entry={entry} />
        </Detail>
        <Detail label={t('audit.action')}>
          {actText(action, t)}{' '}
          <bdi dir="ltr" className={styles.exact}>
            {action}
          </bdi>
        </Detail>
        {subjectKind !== null && (
          <Detail label={t('audit.subject')} isStacked>
            {subjectText(subjectKind, t)} {name !== undefined && <SubjectName name={name} />}{' '}
            <bdi dir="ltr" className={styles.exact}>
              {subjectId}
            </bdi>
          </Detail>
        )}
        {reason !== null && (
          <Detail label={t('audit.reason')} isStacked>
            <bdi className={styles.reason}>{reason}</bdi>
          </Detail>
        )}
        {networkAddress !== null && (
          <Detail label={t('audit.network')}>
            <bdi dir="ltr" className={styles.exact}>
              {networkAddress}
            </bdi>
          </Detail>
        )}
        <Detail label={t('audit.hash')} isStacked>
          <span className={styles.hash}>
            <bdi dir="ltr" className={styles.exact}>
              {hash}
            </bdi>
            <CopyButton text={hash} label={t('audit.copyHash')} />
          </span>
        </Detail>
      </DetailList>
      {(before !== null || after !== null) && <ChangeTable before={before ?? {}} after={after ?? {}} />}
    </Modal>
  );
}
