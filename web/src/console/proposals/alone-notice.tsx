import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/notice.tsx';
import { useMay } from '../api/me.ts';
import { staffQuery } from '../staff/queries.ts';

/** Where one person is all the staff, time stands in for the second pair of eyes. */
export function AloneNotice() {
  const { t } = useTranslation('console');
  const { data } = useQuery({ ...staffQuery, enabled: useMay('staff.read') });
  if (data?.staff.filter(({ removedAt }) => removedAt === null).length !== 1) return null;
  return <Notice tone="neutral">{t('proposals.alone')}</Notice>;
}
