import { useQueries } from '@tanstack/react-query'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { join } from '#kernel/text.ts'
import { applyParticularity } from '#features/clients/particularities/api.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'
import type { Meta } from '#kernel/meta.ts'
import type { RowOf } from '#kernel/resource.ts'
import { definitionOf, definedAnew } from '#parts/custom-field/definition.ts'
import { answerOptions, useAnswer, useCall } from '#web/call.ts'
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

const calls = callsOf(particularities)
type Particularity = RowOf<typeof particularities>
interface Props {
  readonly client: Readonly<Record<string, unknown>> & { readonly uuid: string; readonly active: boolean }
}

/** All particularities with their lines, which a list does not answer; nothing until all have arrived. */
function useParticularities() {
  const listed = useAnswer(calls.list, { query: { active: 'true', sort: 'name', per_page: 100 } })
  const rows = useQueries({
    queries: (listed.data?.data ?? []).map(({ uuid }) => answerOptions(calls.read, { id: uuid })),
  })
  const found = rows.flatMap(({ data }) => (data ? [data.data] : []))
  return {
    data: listed.data && found.length === rows.length ? found : undefined,
    error: listed.error ?? rows.find(({ error }) => error)?.error ?? null,
    isPending: listed.isPending || rows.some(row => row.isPending),
    refetch: () => void Promise.all([listed, ...rows].filter(({ error }) => error).map(({ refetch }) => refetch())),
  }
}

/** Each particularity beside the client: what it would bring, and whether it was brought. */
export default function ClientParticularities({ client }: Props) {
  const { data, error, isPending, refetch } = useParticularities()
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
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
  const { send, sending } = useCall(applyParticularity)
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
    try {
      const { message } = await send({ particularity: uuid, client: client.uuid })
      toast(message)
    } catch {
      // The error is shown at the top of the page.
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
      {client.active && (!applied || lacks) && can(user, applyParticularity.id) && (
        <BusyButton
          variant="default"
          busy={sending}
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
