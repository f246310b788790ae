import { createStore, useStore } from 'zustand';

export type ToastKind = 'success' | 'error' | 'warning' | 'info' | 'loading';

/** How long a toast stays: the more it matters, the longer. */
const durationsMs: Readonly<Record<ToastKind, number>> = {
  success: 5000,
  error: 7000,
  warning: 6000,
  info: 5000,
  loading: 10_000,
};

export const toastsMax = 20;

interface ToastOptions {
  /** Replaces the toast with the same id: 'Logging in...' becomes 'Login successful'. */
  id?: string;
  description?: string;
}

export interface ToastMessage {
  id: string;
  kind: ToastKind;
  title: string;
  description: string;
  durationMs: number;
}

/** Renders toasts. It loads for the first toast, which waits here until then. */
export interface ToastSink {
  show: (message: ToastMessage) => void;
  /** Without an id: all. */
  dismiss: (id?: string) => void;
}

interface ToastQueue {
  sink: ToastSink | null;
  waiting: readonly ToastMessage[];
}

const queue = createStore<ToastQueue>(() => ({ sink: null, waiting: [] }));
let shownCount = 0;

function show(kind: ToastKind, title: string, options: ToastOptions = {}): string {
  shownCount += 1;
  const { id = `toast-${shownCount}`, description = '' } = options;
  const message: ToastMessage = { id, kind, title, description, durationMs: durationsMs[kind] };
  const { sink, waiting } = queue.getState();
  if (sink) sink.show(message);
  else
    queue.setState({ waiting: [...waiting.filter((other) => other.id !== id), message].slice(-toastsMax) });
  return id;
}

export const toast = {
  success: (title: string, options?: ToastOptions) => show('success', title, options),
  error: (title: string, options?: ToastOptions) => show('error', title, options),
  warning: (title: string, options?: ToastOptions) => show('warning', title, options),
  info: (title: string, options?: ToastOptions) => show('info', title, options),
  loading: (title: string, options?: ToastOptions) => show('loading', title, options),
  /** Without an id: all. */
  dismiss: (id?: string) => {
    const { sink, waiting } = queue.getState();
    queue.setState({ waiting: waiting.filter((message) => id && message.id !== id) });
    sink?.dismiss(id);
  },
};

/** True if a toast waits for the part that renders it. */
export function useIsToastWaiting(): boolean {
  return useStore(queue, ({ waiting }) => waiting.length > 0);
}

export const toastQueue = {
  attach: (sink: ToastSink) => {
    const { waiting } = queue.getState();
    queue.setState({ sink, waiting: [] });
    for (const message of waiting) sink.show(message);
  },
  detach: () => queue.setState({ sink: null }),
};
