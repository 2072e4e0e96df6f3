// Catches what goes wrong while a page is drawn or its code is fetched, so that the frame stays usable.
import { Component, type ReactNode } from 'react';
import { ErrorState } from './States';

interface Props {
  /** A change of this clears the error: usually the address. */
  resetKey: string;
  children: ReactNode;
}

interface State {
  error: Error | null;
  resetKey: string;
}

/** Shows the error instead of its children once they fail. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return <ErrorState page error={this.state.error} onRetry={() => window.location.reload()} />;
  }
}
