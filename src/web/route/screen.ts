import type { ComponentType } from 'react'

/** A screen of the product, as the composition root lists it. */
export interface Screen {
  /** TanStack's notation: '/clients', '/clients/$uuid', '/plans/{-$uuid}' when the parameter is optional. */
  readonly path: string
  /** Before '| {system name}' until the screen says better through `Page`. */
  readonly title: string
  /** `{path}.index|show|store|update`; none when a session is enough. */
  readonly permission?: string
  /** Anyone may come, signed in or not, and there is no frame around it. */
  readonly open?: boolean
  readonly load: () => Promise<{ default: ComponentType }>
  /** Asks for what it will show, of the search in its address, once it is known that its visitor may come. */
  readonly ahead?: (search: string) => Promise<void>
}
