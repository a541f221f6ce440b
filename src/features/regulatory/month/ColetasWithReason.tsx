import { GateReason } from '#features/regulatory/collects/gate/GateDialog.tsx'
import { plural } from '#features/regulatory/collects/coleta/said.ts'
import { RefusedList } from '#features/regulatory/month/RefusedList.tsx'
import type { LeftColeta } from '#features/regulatory/month/api.ts'
import type { GatedColetas, GateChoice } from '#features/regulatory/month/useMonth.web.ts'

interface Props {
  readonly asks: readonly LeftColeta[]
  readonly reason: string
  readonly onReason: (reason: string) => void
  /** 'finalizar'. */
  readonly act: string
}

/** Those that want a reason, and room for it: without one they stay as they are. */
export const ColetasWithReason = ({ asks, reason, onReason, act }: Props) =>
  asks.length > 0 && (
    <>
      <p>
        {plural(asks.length, 'pede um motivo, e sem ele fica como está', 'pedem um motivo, e sem ele ficam como estão')}
        :
      </p>
      <RefusedList refused={asks} tab="conferencia" />
      <GateReason
        value={reason}
        onChange={onReason}
        label={asks.length === 1 ? `Motivo para ${act} essa também` : `Motivo para ${act} essas ${asks.length} também`}
        focused={false}
      />
    </>
  )

const isSaid = (reason: string) => reason.trim().length >= 3
/** How many it will be, with those a reason was written for. */
export const chosenCount = ({ done, asks }: GatedColetas, reason: string) =>
  done.length + (isSaid(reason) ? asks.length : 0)

/** All of the chosen, those with a reason apart. */
export function choiceOf(uuids: readonly string[], { asks }: GatedColetas, reason: string): GateChoice {
  const asked = isSaid(reason) ? asks.map(({ uuid }) => uuid) : []
  return { pass: uuids.filter(uuid => !asked.includes(uuid)), asked, reason: reason.trim() }
}

/** ', 27 delas cópias de out/2026': numbers nobody sent. */
export function copiesInWords(done: GatedColetas['done']): string {
  const copies = done.flatMap(({ copy }) => copy ?? [])
  if (!copies.length) return ''
  const of = [...new Set(copies)].join(', ')
  if (copies.length === done.length) return done.length === 1 ? `, cópia de ${of}` : `, todas cópias de ${of}`
  return `, ${copies.length} ${copies.length === 1 ? 'delas cópia' : 'delas cópias'} de ${of}`
}
