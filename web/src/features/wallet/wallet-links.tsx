import { BookUser, ChevronRight, FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import styles from './wallet-links.module.css';

/** Pages of the wallet that have no place in the header. */
export function WalletLinks({ hasWithdrawals }: { hasWithdrawals: boolean }) {
  const { t } = useTranslation();
  const links = [
    { to: paths.statement, Icon: FileText, label: t('dashboard.statement') },
    ...(hasWithdrawals
      ? [{ to: paths.withdrawalAddresses, Icon: BookUser, label: t('dashboard.withdrawalAddresses') }]
      : []),
  ];
  return (
    <Card title={t('dashboard.more')}>
      <ul className={styles.links}>
        {links.map(({ to, Icon, label }) => (
          <li key={to}>
            <Link to={to} className={styles.link}>
              <Icon size={18} aria-hidden="true" />
              <span className={styles.label}>{label}</span>
              <ChevronRight size={18} aria-hidden="true" className="flip-in-rtl" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
