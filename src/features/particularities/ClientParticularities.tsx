import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import { join } from '#kernel/text.ts'
import type { particularities } from '#features/particularities/particularities.ts'
import type { Meta } from '#kernel/meta.ts'
import type { RowOf } from '#kernel/resource.ts'
import { definitionOf, definedAnew } from '#parts/custom-field/definition.ts'
import { api } from '#web/api.ts'
import { metasIn } from '#web/kinds/metas.ts'
import { useUser } from '#web/session/store.ts'
import { isRecord } from '#web/storage.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { toast } from '#web/ui/toast.tsx'
import { List } from '#web/ui/List.tsx'

type Particularity = RowOf<typeof particularities>
interface Props {
  readonly client: Readonly<Record<string, unknown>> & { readonly uuid: string; readonly active: boolean }
}

/** Each particularity beside the client: what it would bring, and whether it was brought. */
export default function ClientParticularities({ client }: Props) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['particularities', 'whole'],
    queryFn: async ({ signal }) => {
      const listed = await api.get<Page<{ uuid: string }>>('/particularities', {
        query: { active: 'true', sort: 'name', per_page: 100 },
        signal,
        quiet: true,
      })
      return Promise.all(
        listed.data.map(({ uuid }) =>
          api.get<{ data: Particularity }>(`/particularities/${uuid}`, { signal, quiet: true }).then(one => one.data),
        ),
      )
    },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={4} height={28} />
  if (!data.length)
    return (
      <EmptyState title="Nenhuma particularidade cadastrada" text="Elas ficam em Configurações, Particularidades." />
    )
  return (
    <List boxed wrap>
      {data.map(each => (
        <One key={each.uuid} particularity={each} client={client} />
      ))}
    </List>
  )
}

const recordsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : [])

function One({ particularity, client }: Props & { readonly particularity: Particularity }) {
  const { uuid, id, name, description, metas_only_father: metas } = particularity
  const user = useUser()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const held = metasIn(client.metas_only_father)
  const defined = new Map(held.map(meta => [meta.key, definitionOf(meta)]))
  const next = definedAnew(held, metas)
  const [brings, changes] = [false, true].map(known =>
    next.filter(meta => defined.has(meta.key) === known && defined.get(meta.key) !== definitionOf(meta)),
  )
  const labels = (some: readonly Meta[] = []) => join(some.map(({ extras }) => extras.label))
  const lacks = [brings, changes].some(some => some?.length)
  const applied = recordsIn(client.particularities).some(line => line.particularity_id === id)
  async function apply() {
    setBusy(true)
    try {
      const path = `/particularities/specific-synchronizer/${uuid}/${client.uuid}`
      const { message } = await api.put<{ message: string }>(path)
      await queries.invalidateQueries({ queryKey: ['clients'] })
      toast(message)
    } catch {
      // Told on top of the page.
    } finally {
      setBusy(false)
    }
  }
  return (
    <li>
      <div>
        <strong>{name}</strong> {applied && <StatusChip tone="ok">Aplicada</StatusChip>}
        {description && <p className="meta">{description}</p>}
        {brings?.length ? <p>Traz: {labels(brings)}.</p> : null}
        {changes?.length ? <p>Muda a definição de: {labels(changes)}. O que foi preenchido fica.</p> : null}
      </div>
      {client.active && (!applied || lacks) && can(user, 'particularities.specific-synchronizer') && (
        <BusyButton
          variant="default"
          busy={busy}
          doing="Aplicando…"
          onClick={() => void apply()}
          aria-label={`Aplicar ${name}`}
        >
          {applied ? 'Aplicar de novo' : 'Aplicar'}
        </BusyButton>
      )}
    </li>
  )
}
