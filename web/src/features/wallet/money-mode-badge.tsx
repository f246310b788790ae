import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../api/config-query.ts';
import { Badge } from '../../ui/badge.tsx';

/** Says that the money shown is none, and of which kind; nothing where it is money. */
export function MoneyModeBadge() {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  if (config?.moneyMode === 'simulated') {
    return <LabelledBadge label={t('demo.badge')} hint={t('demo.hint')} />;
  }
  return config?.rail.isSandbox ? (
    <LabelledBadge label={t('dashboard.sandbox')} hint={t('dashboard.sandboxHint')} />
  ) : null;
}

function LabelledBadge({ label, hint }: { label: string; hint: string }) {
  return (
    <span title={hint}>
      <Badge tone="warning">
        <FlaskConical size={14} aria-hidden="true" />
        {label}
      </Badge>
    </span>
  );
}
