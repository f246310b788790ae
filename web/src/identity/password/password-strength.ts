import type { StrengthTone } from '../../ui/meter-bars.tsx';

interface Strength<Label extends string> {
  filled: number;
  bars: number;
  tone: StrengthTone;
  label: Label;
}

const has = {
  upperCase: /\p{Lu}/u,
  lowerCase: /\p{Ll}/u,
  digit: /\p{Nd}/u,
  special: /[^\p{L}\p{N}]/u,
};

function count(...claims: readonly boolean[]): number {
  return claims.filter(Boolean).length;
}

/** Registration: one point each for more than 8 characters, more than 12, an uppercase letter, a digit, a special character. */
export function registerStrength(password: string): Strength<'weak' | 'medium' | 'strong'> {
  const score = count(
    password.length > 8,
    password.length > 12,
    has.upperCase.test(password),
    has.digit.test(password),
    has.special.test(password),
  );
  const tone = score <= 2 ? 'weak' : score === 3 ? 'medium' : 'strong';
  return { filled: score, bars: 5, tone, label: tone };
}

function criteriaMet(password: string): number {
  return count(
    password.length >= 8,
    password.length >= 12,
    has.upperCase.test(password),
    has.lowerCase.test(password),
    has.digit.test(password),
    has.special.test(password),
  );
}

const resetLabels = ['veryWeak', 'weak', 'fair', 'good', 'strong'] as const;
export type ResetStrengthLabel = (typeof resetLabels)[number];

/** All forms except registration and profile: five named levels. */
export function resetStrength(password: string): Strength<ResetStrengthLabel> {
  const level = Math.min(Math.floor(criteriaMet(password) / 1.5), 4);
  const tone = level <= 1 ? 'weak' : level === 2 ? 'medium' : 'strong';
  return {
    filled: password === '' ? 0 : level + 1,
    bars: 5,
    tone,
    label: resetLabels[level] ?? 'veryWeak',
  };
}

interface ProfileStrength extends Strength<StrengthTone> {
  percent: number;
}

/** Profile: the share of the six criteria; shown only above zero. */
export function profileStrength(password: string): ProfileStrength | null {
  const met = criteriaMet(password);
  const percent = Math.floor((met / 6) * 100);
  if (percent === 0) return null;
  const tone = percent < 30 ? 'weak' : percent < 70 ? 'medium' : 'strong';
  return { filled: met, bars: 6, tone, label: tone, percent };
}
