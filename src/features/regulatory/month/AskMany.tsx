import { CopyDialog } from '#features/regulatory/month/CopyDialog.tsx'
import { FinishDialog } from '#features/regulatory/month/FinishDialog.tsx'
import { SendDialog } from '#features/regulatory/month/SendDialog.tsx'
import type { useMonth } from '#features/regulatory/month/useMonth.web.ts'
import type { Period } from '#parts/period/period.ts'

/** What is about to be done to the chosen. */
export interface BulkAct {
  readonly of: 'finish' | 'send' | 'copy'
  readonly uuids: readonly string[]
}
interface Props {
  readonly asked: BulkAct | null
  readonly period: Period
  readonly month: Pick<ReturnType<typeof useMonth>, 'finish' | 'send' | 'copy'>
  readonly onClose: () => void
  readonly onDone: () => void
}

/** The look before what is done to many at once. */
export function AskMany({ asked, period, month, onClose, onDone }: Props) {
  if (!asked) return null
  const common = { uuids: asked.uuids, period, onClose }
  const act = (work: () => Promise<void>) => (onClose(), onDone(), void work())
  if (asked.of === 'finish') return <FinishDialog {...common} onFinish={choice => act(() => month.finish(choice))} />
  if (asked.of === 'send') return <SendDialog {...common} onSend={choice => act(() => month.send(choice))} />
  return <CopyDialog {...common} onCopy={() => act(() => month.copy(asked.uuids))} />
}
