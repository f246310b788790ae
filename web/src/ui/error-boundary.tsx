import { Component, type ErrorInfo, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** Another value, such as another address, gives the children a new chance. */
  resetKey?: string;
  fallback: ReactNode;
  children: ReactNode;
}

interface ErrorBoundaryState {
  hasFailed: boolean;
  failedAt: string | undefined;
}

/** React catches what rendering throws with a class only. */
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
    // The person sees that it failed; this says to a developer why.
    // oxlint-disable-next-line no-console
    console.error(error, info.componentStack);
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
