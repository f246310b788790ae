import { useTranslation } from 'react-i18next';
import { MeterBars } from '../../ui/meter-bars.tsx';
import { resetStrength } from '../../ui/password-strength.ts';

export function ResetMeter({ password }: { password: string }) {
  const { t } = useTranslation();
  if (password === '') return null;
  const { filled, bars, tone, label } = resetStrength(password);
  return <MeterBars filled={filled} bars={bars} tone={tone} label={t(`auth.strength.${label}`)} />;
}
