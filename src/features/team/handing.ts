/** What a hand-over, or the way back, does to one kind of work. */
export interface LookedKind {
  readonly kind: string
  readonly rows: readonly HandedName[]
  readonly left: readonly (HandedName & { readonly why: string })[]
}
interface HandedName {
  readonly id: number
  readonly name: string
}
/** What would be handed over, and the seal by which that is confirmed. */
export interface HandingLook {
  readonly seal: string
  readonly kinds: readonly (LookedKind & { readonly moved: number; readonly carried: number; readonly kept: number })[]
}
/** What would go back, and what stays. */
export type ReturnLook = readonly (LookedKind & { readonly back: number; readonly stays: number })[]
