import { Component, Suspense, type ReactNode } from 'react'
import { MissingPart } from '#web/route/chunk.ts'

interface Props {
  /** What is drawn while it is loaded. */
  readonly fallback?: ReactNode
  /** What is drawn where it could not be loaded; by default the same. */
  readonly lost?: ReactNode
  readonly children: ReactNode
}

/**
 * A part of the interface that comes after the screen. Where the network fails meanwhile, the screen stays, with what is typed in it:
 * the error of one part would otherwise take the place of the whole page. `lacksPart` says so over the page.
 */
export class OptionalPart extends Component<Props, { readonly isMissing: boolean }> {
  override state = { isMissing: false }
  static getDerivedStateFromError(error: unknown) {
    if (!(error instanceof MissingPart)) throw error
    return { isMissing: true }
  }
  override render() {
    const { fallback = null, lost = fallback, children } = this.props
    return this.state.isMissing ? lost : <Suspense fallback={fallback}>{children}</Suspense>
  }
}
