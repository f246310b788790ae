import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './form.module.css';
import { useBlockingReason } from './online-button.tsx';
import { Skeleton, SkeletonGroup } from './skeleton.tsx';
import { ErrorState } from './state-message.tsx';

interface QueryStateProps<Data> {
  /** One query, or several that are needed together. */
  query: { data: Data | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Shown while the data loads. It must also announce that, as SkeletonGroup does. */
  skeleton: ReactNode;
  failedTitle: string;
  /** Pass the function of api/error-message.ts: the design system doesn't know the server's errors. */
  errorMessage: (error: Error, t: TFunction, options: { fallback: string }) => string;
  /** Shown if the data is empty. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  /** Surrounds a failure, and the empty state. */
  renderFrame?: (state: ReactNode) => ReactNode;
  children: (data: Data) => ReactNode;
}

/** The four states of a query: loading, failed, empty, and loaded. */
export function QueryState<Data>(props: QueryStateProps<Data>) {
  const { query, skeleton, failedTitle, errorMessage, empty, isEmpty, renderFrame, children } = props;
  const { t } = useTranslation();
  // Reads only the properties that are shown: a change of any other renders nothing.
  const { data, error } = query;
  const blockingReason = useBlockingReason();
  const framed = (state: ReactNode) => (renderFrame ? renderFrame(state) : state);
  // Fetched data stays, even if a refetch fails.
  if (data !== undefined) return isEmpty?.(data) ? framed(empty) : children(data);
  // A server that doesn't answer lets nobody wait for a call to give up.
  if (!error && blockingReason === undefined) return skeleton;
  return framed(
    <ErrorState
      title={failedTitle}
      message={
        blockingReason ??
        (error ? errorMessage(error, t, { fallback: t('common.pleaseTryAgain') }) : undefined)
      }
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    />,
  );
}

interface FormSkeletonProps {
  label: string;
  /** CSS heights of the coming fields. */
  heights: readonly string[];
}

export function FormSkeleton({ label, heights }: FormSkeletonProps) {
  return (
    <SkeletonGroup label={label} className={styles.form}>
      {heights.map((height, index) => (
        // The list never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <Skeleton key={index} height={height} shape="block" />
      ))}
    </SkeletonGroup>
  );
}
