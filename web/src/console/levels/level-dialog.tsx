import { zodResolver } from '@hookform/resolvers/zod';
import { type LocalTexts, textIn } from '@mercury/contract/api/local-texts.ts';
import { key } from '@mercury/contract/api/shapes.ts';
import {
  changeLevel,
  defineLevel,
  type Level,
  type LevelLimit,
  levelAdviceSchema,
  levelLimits,
  levelNameSchema,
  levelUsdSchema,
} from '@mercury/contract/console/levels.ts';
import { whySchema } from '@mercury/contract/console/staff.ts';
import { Controller, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { formatCount } from '../../i18n/formats.ts';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { useFormatTag, useLocale } from '../../i18n/use-locale.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { NativeSelectField } from '../../ui/native-select-field.tsx';
import { callWithProof } from '../api/proof.ts';
import styles from '../console.module.css';
import { LanguageFields } from '../language-fields.tsx';
import { ProposingForm } from '../proposals/proposing-form.tsx';

/** All of them empty: people are sent to the contact page. */
const adviceField = z
  .object({ ...levelAdviceSchema.def.shape, en: levelAdviceSchema.def.shape.fa })
  .check(z.refine((texts) => texts.en !== '' || isNothing(texts), { path: ['en'], error: key('required') }));
/** Empty: no limit. */
const limitField = z.union([z.literal(''), levelUsdSchema]);
const schema = z.object({
  name: levelNameSchema,
  /** From 1 on, as a choice. */
  place: z.string(),
  depositDay: limitField,
  depositMonth: limitField,
  withdrawalDay: limitField,
  withdrawalMonth: limitField,
  tradeDay: limitField,
  tradeMonth: limitField,
  advice: adviceField,
  reason: whySchema,
});
type Entry = z.output<typeof schema>;

interface LevelDialogProps {
  /** Null: a new one. */
  level: Level | null;
  /** All of them, from the lowest on. */
  levels: readonly Level[];
  isOpen: boolean;
  close: () => void;
}

export function LevelDialog({ level, levels, isOpen, close }: LevelDialogProps) {
  const { t } = useTranslation('console');
  const formatTag = useFormatTag();
  const locale = useLocale();
  const fieldError = useFieldError();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: entryOf(level, levels),
    shouldFocusError: false,
  });
  const { errors } = form.formState;
  const place = useWatch({ control: form.control, name: 'place' });
  const placeCount = levels.length + (level === null ? 1 : 0);
  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      closesOnBack
      title={
        level === null
          ? t('levels.define')
          : t('levels.changeTitle', { name: `\u2068${textIn(level.name, locale)}\u2069` })
      }
      description={levels.length === 0 ? t('levels.firstText') : t('levels.changeText')}
    >
      <ProposingForm
        form={form}
        submitLabel={t('levels.propose')}
        onClose={close}
        send={(entry) => send(level, entry)}
      >
        <fieldset className={styles.choices}>
          <legend>{t('levels.name')}</legend>
          <LanguageFields
            kind="line"
            hint={t('languages.needed')}
            registerFor={(language) => form.register(`name.${language}`)}
            errorOf={(language) => fieldError(errors.name?.[language])}
          />
        </fieldset>
        {placeCount > 1 && (
          <NativeSelectField
            label={t('levels.place')}
            value={place}
            choices={Array.from({ length: placeCount }, (_each, at) => ({
              value: String(at + 1),
              label: at === 0 ? t('levels.lowest') : formatCount(at + 1, formatTag),
            }))}
            onChange={(next) => form.setValue('place', next)}
          />
        )}
        <LimitFields form={form} />
        <fieldset className={styles.choices}>
          <legend>{t('levels.advice')}</legend>
          <LanguageFields
            kind="text"
            hint={t('levels.adviceHint')}
            registerFor={(language) => form.register(`advice.${language}`)}
            errorOf={(language) => fieldError(errors.advice?.[language])}
          />
        </fieldset>
      </ProposingForm>
    </Modal>
  );
}

function LimitFields({ form }: { form: UseFormReturn<Entry> }) {
  const { t } = useTranslation('console');
  const fieldError = useFieldError();
  const { errors } = form.formState;
  return levelLimits.map((limit) => (
    <Controller
      key={limit}
      control={form.control}
      name={limit}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <AmountField
          label={t(`levels.limits.${limit}`)}
          hint={t('levels.emptyIsUnlimited')}
          placeholder={t('levels.unlimited')}
          asset="USD"
          amount={value}
          onAmountChange={onChange}
          onBlur={onBlur}
          ref={ref}
          error={fieldError(errors[limit])}
        />
      )}
    />
  ));
}

/** A new one comes last: nobody has it yet. */
function entryOf(level: Level | null, levels: readonly Level[]): Entry {
  const at = levels.findIndex(({ id }) => id === level?.id);
  const limitOf = (limit: LevelLimit): string => level?.limits[limit] ?? '';
  return {
    name: entryTexts(level?.name),
    place: String((at < 0 ? levels.length : at) + 1),
    depositDay: limitOf('depositDay'),
    depositMonth: limitOf('depositMonth'),
    withdrawalDay: limitOf('withdrawalDay'),
    withdrawalMonth: limitOf('withdrawalMonth'),
    tradeDay: limitOf('tradeDay'),
    tradeMonth: limitOf('tradeMonth'),
    advice: entryTexts(level?.advice),
    reason: '',
  };
}

function isNothing(texts: Entry['name']): boolean {
  return Object.values(texts).every((text) => text === '');
}

function entryTexts(texts: LocalTexts | null | undefined) {
  return { en: texts?.en ?? '', fa: texts?.fa ?? '', ru: texts?.ru ?? '', zh: texts?.zh ?? '' };
}

function send(level: Level | null, { name, place, advice, reason, ...limits }: Entry) {
  const orNull = (text: string): string | null => (text === '' ? null : text);
  const body = {
    name,
    place: Number(place),
    advice: isNothing(advice) ? null : advice,
    limits: {
      depositDay: orNull(limits.depositDay),
      depositMonth: orNull(limits.depositMonth),
      withdrawalDay: orNull(limits.withdrawalDay),
      withdrawalMonth: orNull(limits.withdrawalMonth),
      tradeDay: orNull(limits.tradeDay),
      tradeMonth: orNull(limits.tradeMonth),
    },
    reason,
  };
  return level === null
    ? callWithProof(defineLevel, { body })
    : callWithProof(changeLevel, { params: { id: level.id }, body });
}
