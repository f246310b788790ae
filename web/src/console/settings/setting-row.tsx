import type { Setting } from '@mercury/contract/console/settings.ts';
import { History, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { DateText } from '../../ui/time-text.tsx';
import consoleStyles from '../console.module.css';
import { proposalPath } from '../paths.ts';
import queueStyles from '../queue.module.css';
import { useSettingName } from './setting-name.ts';
import { SettingValue } from './setting-value.tsx';
import styles from './settings.module.css';

interface SettingRowProps {
  setting: Setting;
  /** Undefined: this role may not, or the environment says it. */
  onChange: (() => void) | undefined;
  onReadHistory: () => void;
}

export function SettingRow({ setting, onChange, onReadHistory }: SettingRowProps) {
  const { t } = useTranslation('console');
  const settingName = useSettingName();
  const { name, value, proposal } = setting;
  return (
    <li className={queueStyles.row} data-testid={`setting-${name}`}>
      <div className={queueStyles.about}>
        <p className={consoleStyles.name}>
          {settingName(name)}
          {proposal !== null && (
            <Link to={proposalPath(proposal.id)}>
              <Badge tone="pending">{t('settings.waits')}</Badge>
            </Link>
          )}
        </p>
        <p className={styles.value}>
          <SettingValue name={name} text={value} />
        </p>
        <p className={consoleStyles.meta}>
          <Source setting={setting} />
        </p>
      </div>
      <p className={styles.acts}>
        {onChange && (
          <IconButton
            label={t('settings.changeOf', { name: settingName(name) })}
            aria-haspopup="dialog"
            onClick={onChange}
          >
            <Pencil size={18} aria-hidden="true" />
          </IconButton>
        )}
        <IconButton
          label={t('settings.historyOf', { name: settingName(name) })}
          aria-haspopup="dialog"
          onClick={onReadHistory}
        >
          <History size={18} aria-hidden="true" />
        </IconButton>
      </p>
    </li>
  );
}

function Source({ setting: { name, source, value, changedBy, changedAt } }: { setting: Setting }) {
  const { t } = useTranslation('console');
  if (source === 'environment') return t('settings.fromEnvironment', { name: `\u2066${name}\u2069` });
  if (source === 'default' && value === null) return null;
  if (source === 'default' || changedBy === null || changedAt === null) return t('settings.isDefault');
  return (
    <>
      {t('settings.setBy')} <bdi>{changedBy}</bdi> · <DateText at={changedAt} />
    </>
  );
}
