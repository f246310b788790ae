import { listSettingChanges, type Setting, type SettingChange } from '@mercury/contract/console/settings.ts';
import { settingTraits } from '@mercury/contract/console/setting-traits.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { EmptyState } from '../../ui/state-message.tsx';
import { DateText } from '../../ui/time-text.tsx';
import { callConsole } from '../api/client.ts';
import styles from '../console.module.css';
import { PagedList } from '../paged-list.tsx';
import { settingsKey } from './queries.ts';
import { useSettingName } from './setting-name.ts';
import { SettingValue } from './setting-value.tsx';

interface HistoryDialogProps {
  setting: Setting;
  isOpen: boolean;
  close: () => void;
  /** Undefined: this reader may not, or the environment says it. */
  onUndo: ((change: SettingChange) => void) | undefined;
}

/** Who said what, when and why. */
export function HistoryDialog({ setting, isOpen, close, onUndo }: HistoryDialogProps) {
  const { t } = useTranslation('console');
  const settingName = useSettingName();
  const { name, version } = setting;
  const query = useInfiniteQuery({
    queryKey: [...settingsKey, 'changes', name],
    queryFn: ({ pageParam, signal }) =>
      callConsole(listSettingChanges, { params: { name }, query: { cursor: pageParam }, signal }),
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      closesOnBack
      title={t('settings.historyOf', { name: settingName(name) })}
    >
      <PagedList
        query={query}
        itemsOf={({ changes }) => changes}
        loadingLabel={t('settings.historyLoading')}
        failedTitle={t('settings.historyFailed')}
        empty={
          <EmptyState icon={<History size={24} />} title={t('settings.historyEmpty')}>
            {t('settings.historyEmptyText')}
          </EmptyState>
        }
      >
        {(changes) => (
          <ul className={styles.list}>
            {changes.map((change) => (
              <ChangeRow
                key={change.version}
                setting={setting}
                change={change}
                // Only the newest is undone: to undo an older one would undo those after it too.
                onUndo={onUndo && change.version === version ? () => onUndo(change) : undefined}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </Modal>
  );
}

function ChangeRow({
  setting,
  change,
  onUndo,
}: {
  setting: Setting;
  change: SettingChange;
  onUndo: (() => void) | undefined;
}) {
  const { t } = useTranslation('console');
  const { name } = setting;
  const { before, after, by, approvedBy, at, reason } = change;
  return (
    <li className={styles.row} data-testid="setting-change">
      <div className={styles.about}>
        <p>
          <s>
            <SettingValue name={name} text={before ?? setting.default} />
          </s>{' '}
          <b>
            <SettingValue name={name} text={after ?? setting.default} />
          </b>
        </p>
        <p className={styles.meta}>
          <DateText at={at} /> · <bdi>{by}</bdi>
          {approvedBy !== null && (
            <>
              {' · '}
              {t('settings.approvedBy')} <bdi>{approvedBy}</bdi>
            </>
          )}
        </p>
        <p className={styles.quiet}>
          <bdi>{reason}</bdi>
        </p>
      </div>
      {onUndo && (
        <Button variant="secondary" size="small" onClick={onUndo}>
          {t(settingTraits[name].isDirect ? 'settings.undo' : 'settings.proposeUndo')}
        </Button>
      )}
    </li>
  );
}
