import { PageSkeleton } from '../../ui/skeleton.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ButtonSamples, FloatingSamples, IconButtonSamples } from './action-samples.tsx';
import { FrameSamples, ListStateSamples, MoneySamples, StatusSamples } from './content-samples.tsx';
import styles from './dev-ui.module.css';
import { AmountFieldSamples, ChoiceSamples, CodeSamples, TextFieldSamples } from './field-samples.tsx';
import { Panels, useTranslators } from './panel.tsx';

const sections = [
  { id: 'buttons', title: 'Buttons', Samples: ButtonSamples },
  { id: 'icon-buttons', title: 'Icon buttons', Samples: IconButtonSamples },
  { id: 'text-fields', title: 'Text fields', Samples: TextFieldSamples },
  { id: 'amounts', title: 'Amount fields', Samples: AmountFieldSamples },
  { id: 'choices', title: 'Choices', Samples: ChoiceSamples },
  { id: 'codes', title: 'Codes and passwords', Samples: CodeSamples },
  { id: 'money', title: 'Money, addresses, marks', Samples: MoneySamples },
  { id: 'status', title: 'Status', Samples: StatusSamples },
  { id: 'lists', title: 'States of a list', Samples: ListStateSamples },
  { id: 'frames', title: 'Cards and tabs', Samples: FrameSamples },
  { id: 'floating', title: 'Menus, dialogs, toasts', Samples: FloatingSamples },
] as const;

/**
 * Every component of the design system in every state, theme and direction: it shows the effect of a change everywhere. Its own
 * texts are English because only developers use it; the samples use the app's languages.
 */
export function DevUiPage() {
  const translators = useTranslators();
  if (!translators) return <PageSkeleton />;
  return (
    <div className={styles.page} lang="en" dir="ltr">
      <PageHead title="Components" />
      <header className={styles.head}>
        <h1>Components</h1>
        <p>
          Hover and focus are the browser’s own: point at a component, or go through them with the Tab key.
        </p>
        <nav className={styles.contents} aria-label="Components">
          {sections.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
      </header>
      {sections.map(({ id, title, Samples }) => (
        <section key={id} id={id} className={styles.section}>
          <h2>{title}</h2>
          <Panels translators={translators}>
            <Samples />
          </Panels>
        </section>
      ))}
    </div>
  );
}
