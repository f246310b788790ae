import type { AuditEntry } from '@mercury/contract/console/audit.ts';
import { staffRoles } from '@mercury/contract/console/permissions.ts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import { Modal } from '../../ui/modal.tsx';
import { DateText } from '../../ui/time-text.tsx';
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
          <bdi dir="ltr">{action}</bdi>
        </Detail>
        {subjectKind !== null && (
          <Detail label={t('audit.subject')} isStacked>
            <bdi dir="ltr" className={styles.exact}>
              {subjectKind} {subjectId}
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
      {(before !== null || after !== null) && <Change before={before ?? {}} after={after ?? {}} />}
    </Modal>
  );
}

function Actor({ entry: { actor, staffId, role } }: { entry: AuditEntry }) {
  const { t } = useTranslation('console');
  const known = staffRoles.find((each) => each === role);
  const standing = staffId === null ? t('audit.commandLine') : known ? t(`roles.${known}`) : role;
  return (
    <>
      <bdi>{actor}</bdi>
      {standing !== null && ` (${standing})`}
    </>
  );
}

type Recorded = Readonly<Record<string, unknown>>;

/** As it was recorded; nothing where it was not. */
function textOf(part: unknown): string {
  if (part === undefined) return '–';
  return typeof part === 'string' ? part : JSON.stringify(part);
}

function Change({ before, after }: { before: Recorded; after: Recorded }) {
  const { t } = useTranslation('console');
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return (
    <table className={styles.change}>
      <caption className="visually-hidden">{t('audit.change')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('audit.field')}</th>
          <th scope="col">{t('audit.before')}</th>
          <th scope="col">{t('audit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">
              <bdi dir="ltr">{name}</bdi>
            </th>
            <td>
              <bdi className={styles.exact}>{textOf(before[name])}</bdi>
            </td>
            <td>
              <bdi className={styles.exact}>{textOf(after[name])}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
