import { Component, type ErrorInfo, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Another value, such as another address, lets the children render again. */
  resetKey?: string;
  fallback: ReactNode;
  children: ReactNode;
}

interface ErrorBoundaryState {
  hasFailed: boolean;
  failedAt: string | undefined;
}

/** In React only a class can catch errors of rendering. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false, failedAt: undefined };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    if (!state.hasFailed) return { failedAt: props.resetKey };
    return state.failedAt === props.resetKey ? null : { hasFailed: false, failedAt: props.resetKey };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    // The person sees that it failed. This tells a developer why.
    // oxlint-disable-next-line no-console
    console.error(error, info.componentStack);
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
