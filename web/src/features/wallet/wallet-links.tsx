import { BookUser, ChartPie, ChevronRight, FileText, History, Repeat } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import styles from './wallet-links.module.css';

/** The wallet's other pages. */
export function WalletLinks({ hasWithdrawals }: { hasWithdrawals: boolean }) {
  const { t } = useTranslation();
  const links = [
    { to: paths.portfolio, Icon: ChartPie, label: t('portfolio.title') },
    { to: paths.trade, Icon: Repeat, label: t('trade.title') },
    { to: paths.transactions, Icon: History, label: t('dashboard.allTransactions') },
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
