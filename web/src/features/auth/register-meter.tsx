import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { MeterBars } from '../../ui/meter-bars.tsx';
import { registerStrength } from '../../ui/password-strength.ts';

/** Lives while the password is typed; an empty field has nothing to be judged. */
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
