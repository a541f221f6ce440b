import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { eachMeta, isMappable, type Meta } from '#kernel/meta.ts'
import type { AnyResource } from '#kernel/resource.ts'
import styles from '#features/clients/metas/metas.module.css'
import { isMappedName } from '#parts/integration/integration.ts'
import { listIntegrations, mapField, type ListedIntegration } from '#parts/integration/api.ts'
import { sendCall, useAnswer, useRenewal } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'
import { Card } from '#web/ui/Card.tsx'
import { toast } from '#web/ui/toast.tsx'

interface Props {
  /** As they are saved: a field not saved yet goes nowhere. */
  readonly metas: readonly Meta[]
  /** The section whose rows hold them. */
  readonly resource: AnyResource
}

/** To which name of each integration a field goes; nothing where no integration has names of its own. */
export function MappedFields({ metas, resource }: Props) {
  const user = useUser()
  const may = can(user, listIntegrations.id) && can(user, mapField.id)
  const { data } = useAnswer(listIntegrations, {}, { enabled: may })
  const houses =
    data?.data.filter(
      ({ fields, takes_any_name, sections }) =>
        (fields.length || takes_any_name) && (sections === null || sections.includes(resource.path)),
    ) ?? []
  const saved = eachMeta(metas).filter(meta => meta.id !== undefined && isMappable(meta))
  if (!houses.length || !saved.length) return null
  return (
    <Card title="Nas integrações">
      <p className="meta">A que campo de cada sistema o valor vai. Uma escolha vale na hora; um nome, ao sair dele.</p>
      <div className={styles.mapped}>
        {saved.flatMap(meta =>
          houses
            .filter(house => house.configured || mappedIn(meta, house.id))
            .map(house => <Mapped key={`${meta.id} ${house.id}`} meta={meta} house={house} resource={resource} />),
        )}
      </div>
    </Card>
  )
}

interface MappedProps {
  readonly meta: Meta
  readonly house: ListedIntegration
  readonly resource: AnyResource
}
function Mapped({ meta, house, resource }: MappedProps) {
  const renew = useRenewal({ ...mapField, of: resource })
  const [value, set] = useState(() => mappedIn(meta, house.id))
  async function choose(next: string) {
    set(next)
    try {
      await sendCall(mapField, { body: { integration_id: house.id, meta_id: meta.id ?? 0, value: next || null } })
      toast(
        next
          ? `${meta.extras.label}: vai para ${house.name}.`
          : `${meta.extras.label}: não vai mais para ${house.name}.`,
      )
      await renew()
    } catch {
      // The error is shown at the top of the page.
      set(value)
    }
  }
  const label = `${meta.extras.label} em ${house.name}`
  if (house.takes_any_name) return <FreeName label={label} value={value} choose={choose} />
  return (
    <NativeSelect
      label={label}
      value={value}
      data={[{ value: '', label: 'Não vai' }, ...house.fields.map(({ key, label }) => ({ value: key, label }))]}
      onChange={({ currentTarget }) => void choose(currentTarget.value)}
    />
  )
}

/** The name by which a receiver gets the field; it is saved as the focus leaves it, and by Enter. */
function FreeName({ label, value, choose }: FreeNameProps) {
  const [typed, type] = useState(value)
  const name = typed.trim()
  const error =
    name && !isMappedName(name) ? 'Letras sem acento, números, ponto, hífen e sublinhado; uma letra no começo.' : null
  const save = () => void (error === null && name !== value && choose(name))
  return (
    <TextInput
      label={label}
      placeholder="Não vai"
      maxLength={64}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      error={error}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={save}
      onKeyDown={event => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        save()
      }}
    />
  )
}
interface FreeNameProps {
  readonly label: string
  /** What is saved. */
  readonly value: string
  readonly choose: (name: string) => Promise<void>
}

/** The name a field goes to, as it was answered. */
function mappedIn(meta: object, house: number): string {
  const { integrations }: { readonly integrations?: unknown } = meta
  const found = (Array.isArray(integrations) ? integrations : []).filter(isRecord).find(({ id }) => id === house)
  return isRecord(found?.pivot) && typeof found.pivot.value === 'string' ? found.pivot.value : ''
}
