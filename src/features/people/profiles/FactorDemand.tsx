import { Group, Select } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { can, isSuperAdmin } from '#kernel/access.ts'
import { count } from '#kernel/text.ts'
import { readDemand, saveDemand } from '#features/people/profiles/api.ts'
import { useAnswer, useCall } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'
import frame from '#web/form/form.module.css'

const notDemanded = 'nao'
const usual = [0, 3, 7, 15, 30]
const daysInWords = (days: number) =>
  days === 0 ? 'Exigir já, na próxima tela' : `Exigir, com ${days} dias para cadastrar`

interface Props {
  readonly uuid: string
}

/** Whether who has a profile must have a second factor, and in how many days they register it. */
export function FactorDemand({ uuid }: Props) {
  const user = useUser()
  const mayRead = can(user, readDemand.id)
  const { data } = useAnswer(readDemand, { id: uuid }, { enabled: mayRead })
  const { send, sending } = useCall(saveDemand)
  const [chosen, setChosen] = useState<string | null>(null)
  if (!data) return null
  const { days, people, without } = data.data
  const present = days === null ? notDemanded : String(days)
  const options = [...new Set([...usual, ...(days === null ? [] : [days])])].toSorted((a, b) => a - b)
  async function save(event: FormEvent) {
    event.preventDefault()
    if (chosen === null) return
    try {
      const { message } = await send({ id: uuid, body: { days: chosen === notDemanded ? null : Number(chosen) } })
      setChosen(null)
      toast(message)
      announce(message)
    } catch {
      // The error is shown at the top of the page.
    }
  }
  return (
    <section className={frame.section}>
      <h2>Segundo fator</h2>
      <p>
        {people === 0
          ? 'Ninguém tem este perfil ainda.'
          : without === 0
            ? 'Todos os que têm este perfil têm segundo fator.'
            : `${count(without, { one: 'pessoa', many: 'pessoas', gender: 'f' })} com este perfil ainda não ${without === 1 ? 'tem' : 'têm'} segundo fator.`}{' '}
        Passado o prazo, quem não o tiver entra só para cadastrar um.
      </p>
      <form onSubmit={event => void save(event)}>
        <Group gap={12} align="end">
          <Select
            label="Exigir segundo fator"
            allowDeselect={false}
            disabled={!isSuperAdmin(user)}
            data={[
              { value: notDemanded, label: 'Não exigir' },
              ...options.map(each => ({ value: String(each), label: daysInWords(each) })),
            ]}
            value={chosen ?? present}
            onChange={setChosen}
            w={320}
            maw="100%"
          />
          {isSuperAdmin(user) && (
            <BusyButton
              type="submit"
              variant="default"
              busy={sending}
              doing="Salvando…"
              disabled={chosen === null || chosen === present}
            >
              Salvar exigência
            </BusyButton>
          )}
        </Group>
      </form>
    </section>
  )
}
