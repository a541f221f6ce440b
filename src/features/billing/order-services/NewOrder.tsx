import { Button, Select, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { useHotkeys } from '@mantine/hooks'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { allOf, newOf } from '#kernel/text.ts'
import { orderServices } from '#features/billing/order-services/orders.ts'
import styles from '#features/billing/order-services/order-services.module.css'
import { PlanCards } from '#features/billing/order-services/PlanCards.tsx'
import type { OrderPlan } from '#features/billing/order-services/api.ts'
import { useOrder } from '#features/billing/order-services/useOrder.web.ts'
import { usePlan } from '#features/billing/order-services/usePlan.web.ts'
import { broughtBy, emptyDraft, seenBy } from '#web/form/draft.ts'
import { DraftBadge } from '#web/form/DraftBadge.tsx'
import { DraftBands } from '#web/form/DraftBands.tsx'
import { FieldInputs, labelIn } from '#web/form/FormFrame.tsx'
import frame from '#web/form/form.module.css'
import { useForm, type Form } from '#web/form/useForm.ts'
import { backTo } from '#web/route/back.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { useFieldGuide } from '#web/ui/fieldGuide.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'

/** A new order: whose and of what, what comes of it, and how all of that would look before any of it is done. */
export default function NewOrder() {
  const { searchStr } = useLocation()
  const user = useUser()
  const seen = seenBy(user, orderServices)
  const [start] = useState(() => ({
    ...emptyDraft(seen.fields),
    criar_contas_a_receber: true,
    ...broughtBy(seen.fields, searchStr),
  }))
  const form = useForm(seen, start)
  const { saving, issue } = useOrder(form)
  useFieldGuide({ labelOf: name => labelIn(seen, name, form.values) })
  const go = useNavigate()
  useHotkeys([['mod+S', () => void issue()]], [])
  const client = typeof form.values.client_id === 'number' ? form.values.client_id : null
  const plan = usePlan(client, form.values)
  const asks = switches.some(({ name }) => form.values[name] === true)
  const alone = form.values.gerar_boleto === true && form.values.criar_contas_a_receber !== true
  const inputs = (...names: readonly string[]) => <FieldInputs resource={seen} names={names} form={form} />
  return (
    <Page
      title={newOf(orderServices.text)}
      crumbs={[{ label: allOf(orderServices.text), to: `/${orderServices.path}` }]}
    >
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void issue()
        }}
      >
        <DraftBands form={form} />
        <div className={styles.columns}>
          <div>
            <section className={frame.section}>
              {inputs('client', 'vencimento', 'valor_servico', 'descricao_servico')}
            </section>
            <section className={frame.section}>
              <h2>O que gerar</h2>
              <Switches form={form} alone={alone} />
            </section>
            {asks && (
              <section className={frame.section}>
                <h2>Com o quê</h2>
                <div className={styles.switches}>
                  {form.values.criar_contas_a_receber === true && inputs('finance_type')}
                  {form.values.gerar_nota_fiscal === true && <ServiceInput form={form} plan={plan.data} />}
                  {form.values.gerar_boleto === true && inputs('checking_account')}
                </div>
              </section>
            )}
          </div>
          <PlanAside client={client} plan={plan} />
        </div>
        <Bar of="foot" className={frame.bar}>
          <BusyButton type="submit" busy={saving} doing={asks ? 'Emitindo…' : 'Registrando…'}>
            {asks ? 'Emitir' : 'Registrar só a ordem'}
          </BusyButton>
          <Button variant="subtle" color="gray" onClick={() => void go(backTo(`/${orderServices.path}`))}>
            Cancelar
          </Button>
          {form.dirty && <DraftBadge kept={form.kept} />}
        </Bar>
      </form>
    </Page>
  )
}

/** What would come of it, as it is typed. */
function PlanAside({ client, plan }: { readonly client: number | null; readonly plan: ReturnType<typeof usePlan> }) {
  return (
    <aside className={styles.plan} aria-label="Prévia" aria-busy={plan.isPlaceholderData}>
      <h2>Prévia</h2>
      {client === null ? (
        <Band tone="neutro">Escolha o cliente para ver o que a ordem gera. Nada sai antes de você emitir.</Band>
      ) : plan.error && !plan.data ? (
        <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />
      ) : plan.data ? (
        <PlanCards plan={plan.data} />
      ) : (
        <Skeletons waiting={plan.isPending} lines={6} />
      )}
    </aside>
  )
}

const switches = [
  {
    name: 'criar_contas_a_receber',
    label: 'Criar conta a receber',
    about: 'O cliente passa a dever este valor, até o vencimento.',
  },
  { name: 'gerar_nota_fiscal', label: 'Gerar nota fiscal', about: 'A empresa responsável emite a NFS-e do serviço.' },
  { name: 'gerar_boleto', label: 'Gerar boleto', about: 'O boleto cobra a conta a receber.' },
] as const

function Switches({ form, alone }: { readonly form: Form; readonly alone: boolean }) {
  return (
    <div className={styles.switches}>
      {switches.map(({ name, label, about }) => (
        <div key={name}>
          <Switch
            id={name}
            label={label}
            description={about}
            checked={form.values[name] === true}
            error={
              form.errorOf(name) ??
              (name === 'gerar_boleto' && alone ? 'O boleto cobra uma conta: crie a conta também.' : undefined)
            }
            onChange={({ currentTarget: { checked } }) => form.set(name, checked)}
          />
          {name === 'gerar_boleto' && alone && (
            <Button variant="default" size="compact-sm" onClick={() => form.set('criar_contas_a_receber', true)}>
              Criar a conta também
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}

/** Which of the company's services the note is of. */
function ServiceInput({ form, plan }: { readonly form: Form; readonly plan: OrderPlan | undefined }) {
  const { servico } = form.values
  const offered = plan?.services ?? []
  return (
    <Select
      id="servico"
      label="Serviço da nota"
      placeholder={offered.length ? undefined : 'A empresa do cliente não tem serviços cadastrados'}
      data={offered.map(({ codigo, descricao }) => ({ value: codigo, label: `${codigo} · ${descricao}` }))}
      value={
        typeof servico === 'string' && servico ? servico : offered.length === 1 ? (offered[0]?.codigo ?? null) : null
      }
      disabled={!offered.length}
      searchable={offered.length > 7}
      allowDeselect={false}
      error={form.errorOf('servico')}
      onChange={code => form.set('servico', code)}
    />
  )
}
