import { Button, Pill } from '@mantine/core'
import { useState } from 'react'
import { ref } from '#kernel/field.ts'
import { callsOf } from '#kernel/call.ts'
import { count, join } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import {
  bringParticularity,
  undoBringing,
  type Bringing,
  type ParticularityClient,
} from '#features/clients/particularities/api.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'
import styles from '#features/clients/particularities/particularities.module.css'
import { reasonOf } from '#web/api-error.ts'
import { sendCall, useAnswer, useCall, useRenewal } from '#web/call.ts'
import { Input } from '#web/kinds/Input.tsx'
import { useRefName } from '#web/kinds/useRef.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { toast } from '#web/ui/toast.tsx'

/** What it brings changes with the definition of the particularity. */
const previewBringing = { ...bringParticularity, lists: particularities }

/** A particularity and its clients: brought to many in one act, and again when its definition changed. */
export default function BringMany({ uuid, open }: { readonly uuid: string; readonly open: boolean }) {
  const { bring, busy, wrong } = useBringing(uuid)
  const [chosen, choose] = useState<readonly number[]>([])
  const { data: answer, error, refetch } = useAnswer(previewBringing, { id: uuid, body: { look: true } })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!answer) return <Skeletons waiting lines={4} height={28} />
  const { brought: behind, left } = answer.data
  const held = behind.length + left.length
  const everyone = async () => {
    const query = { active: 'true', pagination: 'false', columns: 'name' }
    const all = await sendCall(callsOf(clients).list, { query }, { quiet: false })
    choose(all.data.map(({ id }) => id))
  }
  return (
    <div className={styles.cards}>
      <Card title="Quem já tem">
        <p>
          {held === 0
            ? 'Nenhum cliente tem esta particularidade ainda.'
            : behind.length === 0
              ? `${count(held, clients.text)}, com os campos como estão definidos agora.`
              : `${count(held, clients.text)}. A definição mudou, e ${shortList(behind)} ${behind.length === 1 ? 'continua' : 'continuam'} com a de antes.`}
        </p>
        {open && behind.length > 0 && (
          <BusyButton busy={busy} doing="Atualizando…" onClick={() => void bring(undefined)}>
            {`Atualizar ${count(behind.length, clients.text)}`}
          </BusyButton>
        )}
      </Card>
      {open && (
        <Card title="Levar a outros clientes">
          <Input
            // Chosen, it is among them: the search begins anew.
            key={chosen.length}
            name="cliente"
            field={ref(clients.path, 'Acrescentar cliente')}
            value={null}
            onChange={id => typeof id === 'number' && !chosen.includes(id) && choose([...chosen, id])}
          />
          <Button variant="subtle" color="gray" onClick={() => void everyone().catch(() => undefined)}>
            Escolher todos os ativos
          </Button>
          {chosen.length > 0 && (
            <div>
              {chosen.length > MOST_NAMES ? (
                count(chosen.length, clients.text)
              ) : (
                <Pill.Group>
                  {chosen.map(id => (
                    <ChosenClient key={id} id={id} onRemove={() => choose(chosen.filter(each => each !== id))} />
                  ))}
                </Pill.Group>
              )}
            </div>
          )}
          <BusyButton
            busy={busy}
            doing="Levando…"
            disabled={!chosen.length}
            onClick={() => void bring(chosen).then(did => did && choose([]))}
          >
            {chosen.length ? `Levar a ${count(chosen.length, clients.text)}` : 'Levar'}
          </BusyButton>
        </Card>
      )}
      {wrong && (
        <p role="alert" className="wrong">
          {wrong}
        </p>
      )}
    </div>
  )
}

/** Names that are read one by one; past that, their number. */
const MOST_NAMES = 12
const shortList = (some: readonly ParticularityClient[]) =>
  some.length > 3 ? count(some.length, clients.text) : join(some.map(({ name }) => name))

const clientField = ref(clients.path, 'Cliente')
const ChosenClient = ({ id, onRemove }: { readonly id: number; readonly onRemove: () => void }) => (
  <Pill withRemoveButton onRemove={onRemove}>
    {useRefName(clientField, id)}
  </Pill>
)

const send = (uuid: string, body: { readonly clients?: number[]; readonly look?: boolean }) =>
  sendCall(bringParticularity, { id: uuid, body }, { quiet: true })

/** Previews who would get the fields and who is left out, and adds them once the user confirms. */
function useBringing(uuid: string) {
  const renew = useRenewal(bringParticularity)
  const undoing = useCall(undoBringing)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const undo = async ({ brought }: Bringing) => {
    const body = { clients: brought.map(({ uuid: client, version }) => ({ uuid: client, version })) }
    const { message } = await undoing.send({ id: uuid, body })
    toast(message, { type: 'info' })
  }
  async function bring(chosen: readonly number[] | undefined): Promise<boolean> {
    const whom = chosen ? { clients: [...chosen] } : {}
    setBusy(true)
    setWrong(null)
    try {
      const { data: look } = await send(uuid, { ...whom, look: true })
      if (!(await confirm(questionOf(look)))) return false
      const { message, data } = await send(uuid, whom)
      await renew()
      toast(message, data.brought.length ? { undo: () => void undo(data).catch(() => undefined) } : {})
      return true
    } catch (error) {
      setWrong(reasonOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { bring, busy, wrong }
}

function questionOf({ brought, left }: Bringing) {
  const reasons = [...new Set(left.map(({ reason }) => reason))].map(reason => {
    const of = left.filter(each => each.reason === reason)
    return `${shortList(of)}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`
  })
  return {
    title: `Levar os campos a ${count(brought.length, clients.text)}?`,
    text: [
      'O que já foi preenchido fica.',
      ...(left.length ? [`${left.length === 1 ? 'Fica' : 'Ficam'} de fora ${reasons.join(' ')}`] : []),
    ].join(' '),
    act: 'Levar',
  }
}
