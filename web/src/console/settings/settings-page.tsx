import type { Setting, SettingAsset, SettingChange } from '@mercury/contract/console/settings.ts';
import { settingGroups, settingTraits } from '@mercury/contract/console/setting-traits.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/error-message.ts';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { FormSkeleton, QueryState } from '../../ui/query-state.tsx';
import { useMay } from '../api/me.ts';
import styles from '../console.module.css';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useItemDialog } from '../use-item-dialog.ts';
import { AssetCard } from './asset-card.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { settingsQuery } from './queries.ts';
import { SettingRow } from './setting-row.tsx';
import { useSettingName } from './setting-name.ts';
import { useChangeSetting } from './use-change-setting.ts';

/** What the operator says of the business. */
export function SettingsPage() {
  const { t } = useTranslation('console');
  const query = useQuery(settingsQuery);
  return (
    <Page title={t('settings.title')}>
      <QueryState
        query={query}
        skeleton={<FormSkeleton label={t('settings.loading')} heights={['12rem', '10rem', '8rem']} />}
        failedTitle={t('settings.failedToLoad')}
        errorMessage={errorMessage}
      >
        {({ settings, assets }) => <Groups settings={settings} assets={assets} />}
      </QueryState>
      <AssetCard />
    </Page>
  );
}

interface Undoing {
  setting: Setting;
  change: SettingChange;
}

function Groups({ settings, assets }: { settings: readonly Setting[]; assets: readonly SettingAsset[] }) {
  const { t } = useTranslation('console');
  const mayChange = useMay('settings.change');
  const changing = useItemDialog<Setting>();
  const reading = useItemDialog<Setting>();
  const undoing = useItemDialog<Undoing>();
  const isChangeable = (setting: Setting) => mayChange && setting.source !== 'environment';
  // It may have changed while its history is read.
  const read = settings.find(({ name }) => name === reading.item?.name);
  return (
    <>
      {settingGroups.map((group) => (
        <Card key={group} title={t(`settings.groups.${group}`)}>
          <ul className={styles.list}>
            {settings
              .filter(({ name }) => settingTraits[name].group === group)
              .map((setting) => (
                <SettingRow
                  key={setting.name}
                  setting={setting}
                  onChange={isChangeable(setting) ? () => changing.open(setting) : undefined}
                  onReadHistory={() => reading.open(setting)}
                />
              ))}
          </ul>
        </Card>
      ))}
      {changing.item && (
        <ChangeDialog
          key={`change-${changing.opening}`}
          {...changing}
          setting={changing.item}
          assets={assets}
        />
      )}
      {read && (
        <HistoryDialog
          key={`history-${reading.opening}`}
          {...reading}
          setting={read}
          onUndo={isChangeable(read) ? (change) => undoing.open({ setting: read, change }) : undefined}
        />
      )}
      {undoing.item && <UndoDialog key={`undo-${undoing.opening}`} {...undoing} undoing={undoing.item} />}
    </>
  );
}

function UndoDialog({
  undoing: { setting, change },
  isOpen,
  close,
}: {
  undoing: Undoing;
  isOpen: boolean;
  close: () => void;
}) {
  const { t } = useTranslation('console');
  const settingName = useSettingName();
  const command = useChangeSetting(setting, close);
  return (
    <ReasonDialog
      isOpen={isOpen}
      onClose={close}
      title={t('settings.undoTitle')}
      text={t('settings.undoText', { name: settingName(setting.name) })}
      confirmLabel={t(settingTraits[setting.name].isDirect ? 'settings.undo' : 'settings.proposeUndo')}
      command={{
        isPending: command.isPending,
        mutate: (reason, told) => command.mutate({ value: change.before, reason }, told),
      }}
    />
  );
}
