import { zodResolver } from '@hookform/resolvers/zod';
import type { Setting, SettingAsset } from '@mercury/contract/console/settings.ts';
import { settingTraits, type SettingName } from '@mercury/contract/console/setting-traits.ts';
import { problemOfSetting } from '@mercury/contract/console/setting-values.ts';
import { whySchema } from '@mercury/contract/console/staff.ts';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { useFormatTag } from '../../i18n/use-locale.ts';
import { Modal } from '../../ui/modal.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { SettingInput } from './setting-input.tsx';
import { useSettingName } from './setting-name.ts';
import { settingText } from './setting-value.tsx';
import { useChangeSetting } from './use-change-setting.ts';

const schemaOf = (name: SettingName) =>
  z.object({
    value: z.string().check(({ value, issues }) => {
      const problem = value.trim() === '' ? undefined : problemOfSetting(name, value.trim());
      if (problem !== undefined) issues.push({ code: 'custom', message: problem, input: value });
    }),
    reason: whySchema,
  });

interface ChangeDialogProps {
  setting: Setting;
  assets: readonly SettingAsset[];
  isOpen: boolean;
  close: () => void;
}

export function ChangeDialog({ setting, assets, isOpen, close }: ChangeDialogProps) {
  const { t } = useTranslation('console');
  const settingName = useSettingName();
  const { name } = setting;
  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      closesOnBack
      title={settingName(name)}
      description={t(settingTraits[name].isDirect ? 'settings.directText' : 'settings.proposedText')}
    >
      <ChangeForm setting={setting} assets={assets} close={close} />
    </Modal>
  );
}

function ChangeForm({ setting, assets, close }: Omit<ChangeDialogProps, 'isOpen'>) {
  const { t } = useTranslation('console');
  const fieldError = useFieldError();
  const { name } = setting;
  const form = useForm({
    resolver: zodResolver(schemaOf(name)),
    defaultValues: { value: setting.value ?? '', reason: '' },
    shouldFocusError: false,
  });
  const { isPending, mutate } = useChangeSetting(setting, close);
  const formatTag = useFormatTag();
  const emptyMeans =
    setting.default === null ? t('settings.none') : settingText(name, setting.default, formatTag);
  return (
    <ReasonForm
      form={form}
      command={{
        isPending,
        mutate: ({ value, reason }, told) =>
          mutate({ value: value.trim() === '' ? null : value.trim(), reason }, told),
      }}
      submitLabel={t(settingTraits[name].isDirect ? 'settings.change' : 'settings.propose')}
      onClose={close}
    >
      <Controller
        control={form.control}
        name="value"
        render={({ field, fieldState }) => (
          <SettingInput
            name={name}
            label={t('settings.value')}
            hint={t('settings.emptyMeans', { value: `\u2068${emptyMeans}\u2069` })}
            text={field.value}
            onChange={field.onChange}
            error={fieldError(fieldState.error)}
            assets={assets}
          />
        )}
      />
    </ReasonForm>
  );
}
