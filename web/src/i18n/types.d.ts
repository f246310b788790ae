import 'i18next';
import type operatorConsole from '../../public/locales/en/console.json';
import type help from '../../public/locales/en/help.json';
import type en from '../../public/locales/en/translation.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    // English has every key, so it types the keys of all languages.
    resources: { translation: typeof en; help: typeof help; console: typeof operatorConsole };
    returnNull: false;
  }
}
