import { Component, type ReactNode } from 'react'

type Props = {
  /** Shown in place of what broke. */
  readonly fallback: ReactNode
  readonly onFault?: () => void
  readonly children: ReactNode
}

/** Keeps a fault in one part of the page from breaking the others. */
export class FaultBoundary extends Component<Props, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true }
  }

  override componentDidCatch(): void {
    this.props.onFault?.()
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
