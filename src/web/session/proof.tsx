import { lazy, Suspense, type ComponentType } from 'react'
import { chunk } from '#web/route/chunk.ts'
import { createStore, useStore } from '#web/store.ts'

/** How somebody is to prove who they are: by whatever they have, or by a second factor. */
export type AskedProof = 'any' | 'factor'

export interface ProofDialogProps {
  readonly level: AskedProof
  /** Whether it was proved; false: they gave up. */
  readonly onEnd: (isProved: boolean) => void
}
const openProof = createStore<ProofDialogProps | null>(null)

type LoadedDialog = () => Promise<{ default: ComponentType<ProofDialogProps> }>
let load: LoadedDialog | null = null
/** The product hands in the dialog, which is loaded when it is first needed. */
export const handInProof = (given: LoadedDialog) => void (load = given)

const ProofDialog = lazy(() => chunk(() => load?.() ?? Promise.reject(new Error('no dialog of proofs was handed in'))))

let pending: Promise<boolean> | null = null

/** Has the user prove who they are; requests that are refused meanwhile wait for the same answer. */
export function askProof(level: AskedProof): Promise<boolean> {
  if (!load) return Promise.resolve(false)
  return (pending ??= new Promise<boolean>(resolve => {
    openProof.set({
      level,
      onEnd: isProved => {
        openProof.set(null)
        pending = null
        resolve(isProved)
      },
    })
  }))
}

/** Where that question appears, over whatever is open. */
export function ProofHost() {
  const open = useStore(openProof)
  return <Suspense>{open && <ProofDialog level={open.level} onEnd={open.onEnd} />}</Suspense>
}
