import type { MoneyDecision } from '#features/billing/bills/returns/useMoney.web.ts'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { showMoney } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { sumWaitingMoney } from '#features/billing/bills/returns/api.ts'
import { DecideDialog } from '#features/billing/bills/returns/DecideDialog.tsx'
import { MoneyItem } from '#features/billing/bills/returns/MoneyItem.tsx'
import { PlaceDialog } from '#features/billing/bills/returns/PlaceDialog.tsx'
import type { BankReturnLine } from '#features/billing/bills/returns/returned.ts'
import { useLinesIn, useMoneyActs, useMoneyFollowed } from '#features/billing/bills/returns/useMoney.web.ts'
import { textParameter, useAddress } from '#web/route/search.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Pages } from '#web/ui/Pages.tsx'
import { Situations } from '#web/ui/Situations.tsx'
import styles from '#features/billing/bills/returns/returns.module.css'

const views = [
  {
    key: 'sem-conta',
    states: 'espera',
    label: 'Sem conta',
    empty: {
      title: 'Todo o dinheiro tem conta',
      text: 'O que um retorno do banco traz e não é de nenhuma conta espera aqui até alguém dizer de que é.',
    },
  },
  {
    key: 'colocado',
    states: 'colocada',
    label: 'Colocado',
    empty: { title: 'Nada foi colocado à mão', text: 'O que for colocado numa conta é listado aqui, e pode voltar.' },
  },
  {
    key: 'devolvido',
    states: 'devolvida',
    label: 'Devolvido',
    empty: { title: 'Nada foi devolvido', text: 'O que voltou a quem pagou é listado aqui, com o dia e o porquê.' },
  },
  {
    key: 'explicado',
    states: 'explicada',
    label: 'Explicado',
    empty: { title: 'Nada foi explicado', text: 'O que não é de nenhuma conta fica aqui, com a explicação.' },
  },
] as const
const waitingLines = { one: 'linha espera', many: 'linhas esperam', gender: 'f' } as const
const unreadLines = { one: 'linha ilegível', many: 'linhas ilegíveis', gender: 'f' } as const

const viewParameters = { ver: { ...textParameter, fallback: views[0].key } }

/** Money that the bank's returns brought and that belongs to no bill: it waits until each line is placed, sent back or explained. */
export default function MoneyScreen() {
  useMoneyFollowed()
  const mayWait = can(useUser(), sumWaitingMoney.id)
  const waiting = useAnswer(sumWaitingMoney, {}, { enabled: mayWait, staleTime: 0 })
  const [{ ver }, changeAddress] = useAddress(viewParameters)
  const view = views.find(({ key }) => key === ver) ?? views[0]
  const counts = [
    useLinesIn(views[0].states, 1, 1),
    useLinesIn(views[1].states, 1, 1),
    useLinesIn(views[2].states, 1, 1),
    useLinesIn(views[3].states, 1, 1),
  ]
  const { lines = 0, paid = 0, unread = 0 } = waiting.data ?? {}
  const facts = [
    `${count(lines, waitingLines)}: ${showMoney(paid)}`,
    ...(unread ? [`mais ${count(unread, unreadLines)}, de valor que não se lê`] : []),
  ]
  return (
    <Page
      title="Dinheiro sem conta"
      {...(lines > 0 && { facts: facts.join(', ') })}
      crumbs={[{ label: 'Retorno do banco', to: '/retorno-do-banco' }]}
    >
      <Situations
        all={views.map(({ key, label }, at) => ({ key, label, count: counts[at]?.data?.total ?? 0 }))}
        only={view.key}
        onPick={key => changeAddress({ ver: key })}
      />
      <MoneyList key={view.key} view={view} />
    </Page>
  )
}

function MoneyList({ view: { states, empty } }: { readonly view: (typeof views)[number] }) {
  const [page, turn] = useState(1)
  const [placing, place] = useState<BankReturnLine | null>(null)
  const [deciding, decide] = useState<{ readonly line: BankReturnLine; readonly decision: MoneyDecision } | null>(null)
  const acts = useMoneyActs()
  const { data, error, isPending, refetch } = useLinesIn(states, page)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={4} height={72} />
  if (!data.total) return <EmptyState {...empty} />
  return (
    <>
      <List boxed wrap className={styles.money} aria-label="Dinheiro dos retornos">
        {data.data.map(line => (
          <MoneyItem
            key={line.uuid}
            line={line}
            onPlace={() => {
              acts.refuse(null)
              place(line)
            }}
            onDecide={decision => {
              acts.refuse(null)
              decide({ line, decision })
            }}
          />
        ))}
      </List>
      {data.total > data.per_page && <Pages page={page} size={data.per_page} total={data.total} onPage={turn} />}
      {placing && <PlaceDialog line={placing} acts={acts} onClose={() => place(null)} />}
      {deciding && <DecideDialog {...deciding} acts={acts} onClose={() => decide(null)} />}
    </>
  )
}
