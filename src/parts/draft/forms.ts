import { permission } from '#kernel/access.ts'
import type { AnyResource } from '#kernel/resource.ts'

/** A form whose unsaved work is stored. */
export interface DraftForm {
  /** Its path, and the fields that are typed in it. */
  readonly form: AnyResource
  /** The section whose rows it makes and changes. */
  readonly of: AnyResource
  /** Who has one of these permissions makes a row by it. */
  readonly makes: readonly string[]
  /** Who has one of these permissions changes a row by it. */
  readonly changes: readonly string[]
}

/** The form of a section as its declaration makes it. */
export const declaredForm = (of: AnyResource): DraftForm => ({
  form: of,
  of,
  makes: [permission(of, 'store')],
  changes: [permission(of, 'update')],
})

/** Minutes: who typed in a form so recently is shown to others as editing the row. */
export const editingMinutes = 10
/** Drafts of one user. */
export const mostDrafts = 50
