import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { MeterBars } from '../../ui/meter-bars.tsx';
import { profileStrength } from '../../ui/password-strength.ts';

/** Shown only above nothing. */
export function ProfileMeter({ password }: { password: string }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  const strength = profileStrength(password);
  if (!strength) return null;
  const { filled, bars, tone, label, percent } = strength;
  return (
    <MeterBars
      filled={filled}
      bars={bars}
      tone={tone}
      label={t('auth.strength.password', { label: t(`auth.strength.${label}`) })}
      figure={new Intl.NumberFormat(formatTag, { style: 'percent' }).format(percent / 100)}
    />
  );
}
