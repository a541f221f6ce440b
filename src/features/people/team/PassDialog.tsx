import { Button, Checkbox, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { handOver, previewHandover } from '#features/people/team/api.ts'
import type { PersonLoad, WorkLoad } from '#features/people/team/schema.ts'
import { workText } from '#features/people/team/kinds.ts'
import { PassLook } from '#features/people/team/PassLook.tsx'
import { capital, count, join } from '#kernel/text.ts'
import { sendCall, useAnswer } from '#web/call.ts'
import { ApiError, reasonOf } from '#web/api-error.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { announce } from '#web/ui/live.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/people/team/team.module.css'

interface Props {
  /** Whose work; null, nobody's. */
  readonly giver: Pick<PersonLoad, 'id' | 'name'> | null
  readonly loads: readonly WorkLoad[]
  readonly people: readonly PersonLoad[]
  readonly onClose: () => void
  /** Receives the row of the completed hand-over. */
  readonly onPassed: (row: PassedRow) => void
}
/** The hand-over that was made. */
export interface PassedRow {
  readonly uuid: string
  readonly name: string
  readonly giver: { readonly id: number; readonly uuid: string; readonly name: string } | null
  readonly receiver: { readonly id: number; readonly uuid: string; readonly name: string }
}

/** Manages a hand-over: its choices, preview and request. */
function usePassing({ giver, loads, onPassed }: Pick<Props, 'giver' | 'loads' | 'onPassed'>) {
  const has = loads.filter(({ open }) => open > 0).map(({ kind }) => kind)
  const [receiver, choose] = useState<string | null>(null)
  const [kinds, pick] = useState<readonly string[]>(has.length ? has : loads.map(({ kind }) => kind))
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState<string | null>(null)
  const query = { receiver_id: receiver ?? '', kinds: kinds.join(), ...(giver && { giver_id: giver.id }) }
  const enabled = receiver !== null && kinds.length > 0
  const look = useAnswer(previewHandover, { query }, { enabled, gcTime: 0, retry: false })
  const seen = enabled ? look.data?.data : undefined
  const moved = (seen?.kinds ?? []).filter(each => each.moved > 0)
  const said = join(moved.map(each => count(each.moved, workText(each.kind))))
  async function pass() {
    if (!seen) return
    setBusy(true)
    refuse(null)
    try {
      const body = { giver_id: giver?.id ?? null, receiver_id: Number(receiver), kinds: [...kinds], seal: seen.seal }
      const answer = await sendCall(handOver, { body }, { quiet: true, timeout: 120_000 })
      announce(answer.message)
      onPassed(answer.data)
    } catch (error) {
      refuse(reasonOf(error))
      if (error instanceof ApiError && error.status === 409) await look.refetch()
    } finally {
      setBusy(false)
    }
  }
  return {
    receiver,
    choose: (id: string | null) => (refuse(null), choose(id)),
    kinds,
    pick,
    look,
    seen,
    moved,
    said,
    busy,
    refusal,
    pass,
  }
}

/** Hands somebody's work to another for good: to whom, which kinds, and what comes of it, before it is done. */
export function PassDialog({ giver, loads, people, onClose, onPassed }: Props) {
  const passing = usePassing({ giver, loads, onPassed })
  const { receiver, choose, kinds, pick, look, seen, moved, said, busy, refusal, pass } = passing
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={giver ? `Passar o trabalho de ${giver.name}` : 'Dar o que está sem responsável'}
    >
      <div className={styles.passing}>
        <Select
          label="Para quem"
          placeholder="Escolha uma pessoa"
          searchable
          data-autofocus
          data={people
            .filter(({ id, active }) => active && id !== giver?.id)
            .toSorted((one, other) => one.name.localeCompare(other.name, 'pt-BR'))
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          value={receiver}
          onChange={choose}
        />
        <Checkbox.Group label="O quê" value={[...kinds]} onChange={pick}>
          <Group gap="lg" mt={6}>
            {loads.map(({ kind, open }) => (
              <Checkbox key={kind} value={kind} label={`${capital(workText(kind).many)} (${open})`} />
            ))}
          </Group>
        </Checkbox.Group>
        {refusal && (
          <Band tone="atencao" role="alert">
            {refusal}
          </Band>
        )}
        {look.error && !seen && receiver !== null ? (
          <Band tone="erro" role="alert">
            {reasonOf(look.error)}
          </Band>
        ) : seen ? (
          <PassLook look={seen} />
        ) : receiver !== null && kinds.length > 0 ? (
          <Skeletons waiting lines={3} height={28} />
        ) : (
          <p className="meta">Nada passa antes de você ver o que passa, o que fica, e por quê.</p>
        )}
      </div>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <BusyButton busy={busy} doing="Passando…" disabled={!moved.length} onClick={() => void pass()}>
          {said ? `Passar ${said}` : 'Passar'}
        </BusyButton>
      </Group>
    </Dialog>
  )
}

/** Shows a toast with an undo button. */
export const tellPassed = (row: PassedRow, undo: (() => void) | undefined) =>
  toast(`Passaram a ${row.receiver.name}: ${row.name}.`, { ...(undo && { undo, time: 20_000 }) })
