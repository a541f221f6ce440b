import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { can } from '#kernel/access.ts'
import { showDate } from '#kernel/show.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { dueDay, label } from '#parts/period/period.ts'
import { PeriodInput } from '#features/regulatory/collects/coleta/PeriodInput.tsx'
import type { Form } from '#web/form/useForm.ts'
import { Input } from '#web/kinds/Input.tsx'
import { RefInput } from '#web/kinds/RefInput.tsx'
import { useRefOptions } from '#web/kinds/useRef.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import frame from '#web/form/form.module.css'
import styles from '#features/regulatory/collects/coleta/collects.module.css'

/** What a coleta is about: whose, of which fistel, of which month. */
export const Subject = ({ form }: { readonly form: Form }) => (
  <div className={frame.fields}>
    <Whose form={form} />
    <When form={form} />
  </div>
)

const { client, fistel } = collects.fields

/** The client, then a fistel among theirs; the only one is chosen by itself. */
function Whose({ form }: { readonly form: Form }) {
  const user = useUser()
  const { client_id, fistel_id } = form.values
  const chosen = typeof client_id === 'number' ? client_id : 0
  const query = { 'filter[client_id]': String(chosen), active: 'true' }
  const { data } = useRefOptions('fistels', query, chosen > 0)
  const only = data?.length === 1 ? Number(data[0]?.value) : null
  const { set } = form
  useEffect(() => {
    if (only !== null && fistel_id === null) set('fistel_id', only)
    // Only when the list comes: what the reader empties stays empty.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [only])
  return (
    <>
      <Input
        name="client_id"
        field={client}
        value={client_id}
        errorOf={form.errorOf}
        onChange={value => {
          set('client_id', value)
          set('fistel_id', null)
        }}
      />
      {chosen > 0 && data?.length === 0 ? (
        <Band className={styles.band} tone="atencao" role="status">
          <div>Este cliente não tem fistel ativo, e a coleta é de um fistel.</div>
          {can(user, 'fistels.store') && (
            <Link to={`/fistels/create?client_id=${chosen}`}>Registrar um fistel deste cliente</Link>
          )}
        </Band>
      ) : (
        <RefInput
          key={chosen}
          name="fistel_id"
          field={fistel}
          value={fistel_id}
          query={query}
          onChange={value => set('fistel_id', value)}
          base={{
            id: 'fistel_id',
            label: fistel.label,
            error: form.errorOf('fistel_id'),
            readOnly: chosen === 0,
            ...(chosen === 0 && { placeholder: 'Escolha antes o cliente' }),
          }}
        />
      )}
    </>
  )
}

function When({ form }: { readonly form: Form }) {
  const { year, month } = form.values
  const period = { year: Number(year), month: Number(month) }
  return (
    <PeriodInput
      value={period}
      error={form.errorOf('month') ?? form.errorOf('year')}
      hint={`Prazo da Anatel para ${label(period)}: ${showDate(dueDay(period))}`}
      onChange={next => {
        form.set('year', next.year)
        form.set('month', next.month)
      }}
    />
  )
}
