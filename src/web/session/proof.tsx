import type { ComponentType } from 'react'
import { chunk } from '#web/route/chunk.ts'
import { createStore, useStore } from '#web/store.ts'
import { latePart } from '#web/ui/latePart.tsx'

/** How somebody is to prove who they are: by whatever they have, or by a second factor. */
export type AskedProof = 'any' | 'factor'

export interface ProofDialogProps {
  readonly level: AskedProof
  /** Whether it was proved; false: they gave up. */
  readonly onEnd: (isProved: boolean) => void
}
const openProof = createStore<ProofDialogProps | null>(null)

type LoadDialog = () => Promise<{ default: ComponentType<ProofDialogProps> }>
let load: LoadDialog | null = null
/** The product hands in the dialog, which is loaded when it is first needed. */
export const handInProof = (given: LoadDialog) => void (load = given)

const ProofDialog = latePart<ProofDialogProps>(
  () => load?.() ?? Promise.reject(new Error('no dialog of proofs was handed in')),
)

let pending: Promise<boolean> | null = null

/**
 * Has the user prove who they are; requests that are refused meanwhile wait for the same answer. Where the dialog cannot be loaded
 * nothing is proved.
 */
export function askProof(level: AskedProof): Promise<boolean> {
  if (!load) return Promise.resolve(false)
  const opened = () => new Promise<boolean>(onEnd => openProof.set({ level, onEnd }))
  return (pending ??= chunk(load)
    .then(opened, () => false)
    .finally(() => {
      openProof.set(null)
      pending = null
    }))
}

/** Where that question appears, over whatever is open. */
export function ProofHost() {
  const open = useStore(openProof)
  return open && <ProofDialog level={open.level} onEnd={open.onEnd} />
}
