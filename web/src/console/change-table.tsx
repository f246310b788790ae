import { permissions } from '@mercury/contract/console/permissions.ts';
import { useTranslation } from 'react-i18next';
import styles from './change-table.module.css';
import { useNameOrText } from './settings/setting-name.ts';
import { useRoleName } from './use-role-name.ts';

type Recorded = Readonly<Record<string, unknown>>;

/** What is, or was, so, and what will be, side by side. */
export function ChangeTable({ before, after }: { before: Recorded; after: Recorded }) {
  const { t } = useTranslation('console');
  const nameOrText = useNameOrText();
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
              <bdi>{nameOrText(name)}</bdi>
            </th>
            <td>
              <Fact name={name} value={before[name]} />
            </td>
            <td>
              <Fact name={name} value={after[name]} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** As it was recorded, nothing where it was not; roles and permissions in words. */
function Fact({ name, value }: { name: string; value: unknown }) {
  const { t } = useTranslation('console');
  const roleName = useRoleName();
  if (value === undefined) return '–';
  if (name === 'role' && typeof value === 'string') return roleName(value);
  if (name === 'permissions' && Array.isArray(value)) {
    return (
      <ul>
        {permissions
          .filter((permission) => value.includes(permission))
          .map((permission) => (
            <li key={permission}>{t(`permissions.${permission}`)}</li>
          ))}
      </ul>
    );
  }
  return <bdi className={styles.exact}>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>;
}
