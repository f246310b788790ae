import { Ellipsis } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';

type AssetMenuButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'name'> & {
  /** The asset's name, in the person's language. */
  assetName: string;
};

export function AssetMenuButton({ assetName, ...rest }: AssetMenuButtonProps) {
  const { t } = useTranslation();
  return (
    <IconButton {...rest} label={t('assets.actions', { name: assetName })}>
      <Ellipsis size={20} aria-hidden="true" />
    </IconButton>
  );
}
