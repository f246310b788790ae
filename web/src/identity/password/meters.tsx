import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { MeterBars } from '../../ui/meter-bars.tsx';
import { profileStrength, registerStrength, resetStrength } from './password-strength.ts';

export function RegisterMeter({ password }: { password: string }) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  if (password === '') return null;
  const { filled, bars, tone, label } = registerStrength(password);
  return (
    <MeterBars
      filled={filled}
      bars={bars}
      tone={tone}
      label={t('auth.strength.password', { label: t(`auth.strength.${label}`) })}
      figure={t('auth.strength.score', {
        score: formatCount(filled, formatTag),
        max: formatCount(bars, formatTag),
      })}
    />
  );
}

export function ResetMeter({ password }: { password: string }) {
  const { t } = useTranslation();
  if (password === '') return null;
  const { filled, bars, tone, label } = resetStrength(password);
  return <MeterBars filled={filled} bars={bars} tone={tone} label={t(`auth.strength.${label}`)} />;
}

/** Shown only above zero. */
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
