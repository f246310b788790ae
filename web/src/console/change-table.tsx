import { useTranslation } from 'react-i18next';
import styles from './change-table.module.css';
import { Fact, factName, type Recorded } from './facts.tsx';
import { inReadingOrder } from './levels/level-facts.ts';

/** What is, or was, so, and what will be, side by side. */
export function ChangeTable({ before, after }: { before: Recorded; after: Recorded }) {
  const { t } = useTranslation('console');
  const names = inReadingOrder([...new Set([...Object.keys(before), ...Object.keys(after)])]);
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
            <th scope="row">{factName(name, t)}</th>
            <td>
              <Fact name={name} value={before[name]} beside={before} />
            </td>
            <td>
              <Fact name={name} value={after[name]} beside={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
