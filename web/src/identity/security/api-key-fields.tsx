import type { KeyScope } from '@mercury/contract/api/endpoint.ts';
import { limits } from '@mercury/contract/limits.ts';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useHasRested } from '../../ui/use-has-rested.ts';
import styles from './api-keys.module.css';
import { ScopesField } from './scopes-field.tsx';
import { findWrongNetwork } from './typed-key.ts';

/** How a key comes to be. The first is what most programs should use. */
export const ways = ['generated', 'own', 'hmac'] as const;

export interface ApiKeyValues {
  name: string;
  way: (typeof ways)[number];
  publicKey: string;
  scopes: KeyScope[];
  /** One a line. */
  allowedNetworks: string;
}

interface ApiKeyFieldsProps {
  form: UseFormReturn<ApiKeyValues>;
}

export function ApiKeyFields({ form }: ApiKeyFieldsProps) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const { errors } = form.formState;
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={t('security.apiKeys.name')}
          hint={t('security.apiKeys.nameHint')}
          autoComplete="off"
          dir="auto"
          error={fieldError(errors.name)}
          {...form.register('name')}
        />
        <WayField form={form} />
      </div>
      <PublicKeyField form={form} />
      <Controller
        control={form.control}
        name="scopes"
        render={({ field }) => (
          <ScopesField scopes={field.value} onChange={field.onChange} error={fieldError(errors.scopes)} />
        )}
      />
      <NetworksField form={form} />
    </>
  );
}

function WayField({ form }: ApiKeyFieldsProps) {
  const { t } = useTranslation();
  const way = useWatch({ control: form.control, name: 'way' });
  return (
    <NativeSelectField
      label={t('security.apiKeys.way')}
      hint={t(`security.apiKeys.wayHints.${way}`)}
      value={way}
      choices={ways.map((value) => ({ value, label: t(`security.apiKeys.ways.${value}`) }))}
      onChange={(next) => form.setValue('way', next)}
    />
  );
}

/** Of a pair that the person made themselves. */
function PublicKeyField({ form }: ApiKeyFieldsProps) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const way = useWatch({ control: form.control, name: 'way' });
  if (way !== 'own') return null;
  return (
    <TextArea
      label={t('security.apiKeys.publicKey')}
      dir="ltr"
      spellCheck={false}
      autoComplete="off"
      placeholder="-----BEGIN PUBLIC KEY-----"
      error={fieldError(form.formState.errors.publicKey)}
      {...form.register('publicKey')}
    />
  );
}

const dayMs = 24 * 60 * 60 * 1000;
/** So long after the last key an address counts as typed. */
const typedAfterMs = 800;

/** Long lists are typed by hand: the wrong line is named before anything is sent. */
function useTypedProblem(typed: string): string | undefined {
  const { t } = useTranslation();
  const hasRested = useHasRested(typed, typedAfterMs);
  const wrong = hasRested ? findWrongNetwork(typed) : undefined;
  return wrong && t('security.apiKeys.wrongNetwork', { network: `\u2066${wrong}\u2069` });
}

function NetworksField({ form }: ApiKeyFieldsProps) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const formatTag = useFormatTag();
  const [typed, scopes] = useWatch({ control: form.control, name: ['allowedNetworks', 'scopes'] });
  const isNeeded = scopes.includes('withdraw');
  const typedProblem = useTypedProblem(typed);
  const days = formatCount(limits.apiKeyLifetimeMs / dayMs, formatTag);
  return (
    <TextArea
      label={isNeeded ? t('security.apiKeys.networks') : t('security.apiKeys.networksOptional')}
      hint={isNeeded ? t('security.apiKeys.networksNeeded') : t('security.apiKeys.networksHint', { days })}
      dir="ltr"
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      rows={2}
      placeholder="203.0.113.0/24"
      error={typedProblem ?? fieldError(form.formState.errors.allowedNetworks)}
      {...form.register('allowedNetworks')}
    />
  );
}
