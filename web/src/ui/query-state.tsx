import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './form.module.css';
import { Skeleton, SkeletonGroup } from './skeleton.tsx';
import { ErrorState } from './state-message.tsx';

interface QueryStateProps<Data> {
  /** One query, or several that are needed together. */
  query: { data: Data | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Stands in the data's place while it loads, and says so: SkeletonGroup does. */
  skeleton: ReactNode;
  failedTitle: string;
  /** The one of api/error-message.ts: the design system doesn't know what a server says. */
  errorMessage: (error: Error, t: TFunction, options: { fallback: string }) => string;
  /** Stands in the data's place where there is nothing in it. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  /** Stands around a failure, and around what is empty. */
  renderFrame?: (state: ReactNode) => ReactNode;
  children: (data: Data) => ReactNode;
}

/** What a query shows while it loads, where it failed, where it found nothing, and once it is there. */
export function QueryState<Data>(props: QueryStateProps<Data>) {
  const { query, skeleton, failedTitle, errorMessage, empty, isEmpty, renderFrame, children } = props;
  const { t } = useTranslation();
  // Of a query only what is shown is read: what nobody reads draws nothing anew when it changes.
  const { data, error } = query;
  const framed = (state: ReactNode) => (renderFrame ? renderFrame(state) : state);
  // What was fetched before stays, even if it can't be fetched again.
  if (data !== undefined) return isEmpty?.(data) ? framed(empty) : children(data);
  if (!error) return skeleton;
  return framed(
    <ErrorState
      title={failedTitle}
      message={errorMessage(error, t, { fallback: t('common.pleaseTryAgain') })}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    />,
  );
}

interface FormSkeletonProps {
  label: string;
  /** CSS lengths of the fields that will come. */
  heights: readonly string[];
}

export function FormSkeleton({ label, heights }: FormSkeletonProps) {
  return (
    <SkeletonGroup label={label} className={styles.form}>
      {heights.map((height, index) => (
        // They stand still: nothing of them ever changes.
        // oxlint-disable-next-line react/no-array-index-key
        <Skeleton key={index} height={height} shape="block" />
      ))}
    </SkeletonGroup>
  );
}
