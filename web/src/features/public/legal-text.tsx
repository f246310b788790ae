import styles from './legal-page.module.css';
import { textBlocks } from './text-blocks.ts';

/** A section of a document, under an anchor that links can name. */
export interface LegalPart {
  id: string;
  title: string;
  text: string;
}

export function LegalText({ id, title, text }: LegalPart) {
  return (
    <section id={id} className={styles.text} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {textBlocks(text).map((block) =>
        block.kind === 'list' ? (
          <ul key={block.items.join()}>
            {block.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        ) : (
          <p key={block.text}>{block.text}</p>
        ),
      )}
    </section>
  );
}
