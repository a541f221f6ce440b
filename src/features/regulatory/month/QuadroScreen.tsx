import { Button } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useCallback, useDeferredValue, useMemo, useState, type MouseEvent } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { allOf, count, foldText } from '#kernel/text.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { GateDialog } from '#features/regulatory/collects/gate/GateDialog.tsx'
import { finishColetas, recordSent, copyPrevious, remindClients } from '#features/regulatory/month/api.ts'
import type { MonthRow } from '#features/regulatory/month/schema.ts'
import { boardParameters } from '#features/regulatory/month/address.web.ts'
import { isOpened } from '#features/regulatory/month/closing.ts'
import { AskMany, type BulkAct } from '#features/regulatory/month/AskMany.tsx'
import { isStrange, isZeroed, stateOf, states, urgencyOf } from '#features/regulatory/month/month.ts'
import { NothingToCollect } from '#features/regulatory/month/NothingToCollect.tsx'
import { LeftOut } from '#features/regulatory/month/LeftOut.tsx'
import { MonthWork } from '#features/regulatory/month/MonthWork.tsx'
import { ProgressStrip } from '#features/regulatory/month/ProgressStrip.tsx'
import { QuadroActs } from '#features/regulatory/month/QuadroActs.tsx'
import { QuadroFilters } from '#features/regulatory/month/QuadroFilters.tsx'
import { boardId, QuadroTable } from '#features/regulatory/month/QuadroTable.tsx'
import { QuadroViews } from '#features/regulatory/month/QuadroViews.tsx'
import { useMonth } from '#features/regulatory/month/useMonth.web.ts'
import { cutoffDay, dueDay, monthKey, periodOf, type Period } from '#parts/period/period.ts'
import { SetPerson } from '#parts/person/SetPerson.tsx'
import { useMine } from '#parts/person/useMine.web.ts'
import { isOf } from '#features/regulatory/month/Whose.tsx'
import { PeriodInput } from '#features/regulatory/collects/coleta/PeriodInput.tsx'
import { filling, isClients, isFiled } from '#features/regulatory/collects/coleta/steps.ts'
import { useAddress } from '#web/route/search.ts'
import { useUser } from '#web/session/store.ts'
import { NoMail } from '#parts/outbox/NoMail.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Situations } from '#web/ui/Situations.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import styles from '#features/regulatory/month/quadro.module.css'
import { latePart } from '#web/ui/latePart.tsx'

// The library that draws charts comes after the rows.
const MonthChart = latePart(() => import('#features/regulatory/month/MonthChart.tsx'))

/** What the board can be narrowed to, besides a state. */
const strange = 'fora-do-comum'
const late = 'atrasadas'
const declared = 'zeradas'
interface Look {
  readonly period: Period
  /** A state, `atrasadas`, `fora-do-comum` or `zeradas`; '' for all. */
  readonly only: string
  readonly words: string
  /** The name of a company; '' for all. */
  readonly empresa: string
  /** `minhas`, `ninguem`, or somebody's id; '' for everybody's. */
  readonly whose: string
}

/** What is looked at is in the address: who opens it elsewhere sees the same. */
function useLook(): readonly [Look, (change: Partial<Look>) => void] {
  const [{ mes, situacao, busca, empresa, responsavel }, changeAddress] = useAddress(boardParameters)
  const period = useMemo(() => periodOf(mes), [mes])
  const look: Look = { period, only: situacao, words: busca, empresa, whose: responsavel }
  const change = (part: Partial<Look>) => {
    const next = { ...look, ...part }
    changeAddress({
      mes: monthKey(next.period),
      situacao: next.only,
      busca: next.words,
      empresa: next.empresa,
      responsavel: next.whose,
    })
  }
  return [look, change]
}

/** The month of every client: what is missing, late or strange first, and what is done to many at once. */
export function QuadroScreen() {
  const user = useUser()
  const [today] = useState(() => dayIn(new Date()).day)
  const [look, change] = useLook()
  const { period, only, words, empresa, whose } = look
  const month = useMonth(period)
  const { data, error, isPending, refetch, busy, refused, forget } = month
  const [selected, select] = useState(noneSelected)
  const [asked, ask] = useState<BulkAct | null>(null)
  const all = data?.data ?? noRows
  const ofCompany = useMemo(() => all.filter(row => empresa === '' || row.empresa === empresa), [all, empresa])
  const { people } = useMine()
  const rows = useMemo(() => ofCompany.filter(row => isOf(row, whose, people)), [ofCompany, whose, people])
  const is = useCallback((row: MonthRow, what: string) => isAs(row, what, period, today), [period, today])
  const found = useMemo(() => rows.filter(row => is(row, only) && matches(row, words)), [rows, is, only, words])
  // A press shows at once what was pressed, and hundreds of rows follow: they are drawn in pieces, and a next press comes before them.
  const last = useDeferredValue(found)
  const drawn = last.length ? last : found
  const marked = found.flatMap(({ collect }) => (collect && selected.has(collect.uuid) ? [collect] : []))
  const closable = marked.filter(({ step }) => filling.includes(states[step].name))
  const copyable = closable.filter(({ accesses, zeroed }) => !accesses && !zeroed)
  const ready = marked.filter(({ step }) => step === 'finalizado')
  const askable = marked.filter(({ step }) => isClients(step))
  // The month is opened for every company.
  const missing = all.filter(row => stateOf(row) === 'ausente').length
  /** Somebody else sees it at once. */
  const remind = async () => {
    const title = `Pedir ${count(askable.length, coletas)} por e-mail?`
    const text = 'As pessoas de cada cliente recebem agora o e-mail, e o pedido não se desfaz.'
    if (await confirm({ title, text, act: 'Pedir' })) await month.remind(uuidsOf(askable))
  }
  const repeat = (row: MonthRow) =>
    isOpened(row) && month.step(row, 'confirmar-sem-mudancas', 'confirmada sem mudanças.')
  const repeats = can(user, 'collects.confirmar-sem-mudancas')
  const onRepeat = useCallbackRef((row: MonthRow) => void repeat(row))
  const move = (part: Partial<Look>) => {
    select(noneSelected)
    forget()
    change(part)
  }
  return (
    <Page
      title="Quadro do mês"
      crumbs={[{ label: allOf(collects.text), to: '/collects' }]}
      chip={
        <span className={styles.deadline}>
          <strong>{`Prazo: ${showDate(dueDay(period))}`}</strong>
          {` · clientes entregam até ${showDate(cutoffDay(period)).slice(0, 5)}`}
        </span>
      }
      actions={<QuadroActs month={month} missing={missing} />}
    >
      {found.length > 0 && (
        <a className={styles.over} href={`#${boardId}`} onClick={goToBoard}>
          Ir para as coletas
        </a>
      )}
      <Bar className={styles.bar}>
        <QuadroViews shown="mes" />
        <PeriodInput value={period} joined onChange={to => move({ period: to })} />
        <QuadroFilters rows={all} {...{ words, empresa, whose }} onWords={to => change({ words: to })} onMove={move} />
      </Bar>
      <States rows={rows} only={only} is={is} onOnly={to => move({ only: to })} />
      {marked.length > 0 && (
        <Bar of="marked" className={styles.marked} role="region" aria-label="Ações das linhas marcadas">
          <span>{count(marked.length, { one: 'marcada', many: 'marcadas', gender: 'f' })}</span>
          <Button variant="subtle" color="gray" px="xs" onClick={() => select(noneSelected)}>
            Desmarcar
          </Button>
          {can(user, finishColetas.id) && (
            <BusyButton
              busy={busy}
              doing="Finalizando…"
              disabled={closable.length === 0}
              onClick={() => ask({ of: 'finish', uuids: uuidsOf(closable) })}
            >
              {`Finalizar as que passam (${closable.length})`}
            </BusyButton>
          )}
          {can(user, recordSent.id) && (
            <Button
              variant="default"
              disabled={busy || ready.length === 0}
              onClick={() => ask({ of: 'send', uuids: uuidsOf(marked.filter(({ step }) => !isFiled(step))) })}
            >
              {`Registrar envio (${ready.length})`}
            </Button>
          )}
          {can(user, copyPrevious.id) && (
            <Button
              variant="default"
              disabled={busy || copyable.length === 0}
              onClick={() => ask({ of: 'copy', uuids: uuidsOf(copyable) })}
            >
              {`Copiar período anterior (${copyable.length})`}
            </Button>
          )}
          {can(user, remindClients.id) && (
            <Button variant="default" disabled={busy || askable.length === 0} onClick={() => void remind()}>
              {`Pedir por e-mail (${askable.length})`}
            </Button>
          )}
          <SetPerson
            of={collects}
            uuids={uuidsOf(marked)}
            empty="volta a ser de quem cuida do cliente"
            onDone={() => select(noneSelected)}
          />
        </Bar>
      )}
      <AskMany
        asked={asked}
        period={period}
        month={month}
        onClose={() => ask(null)}
        onDone={() => select(noneSelected)}
      />
      <GateDialog question={month.question} />
      {askable.length > 0 && can(user, remindClients.id) && <NoMail />}
      <MonthWork period={period} />
      {refused.length > 0 && <LeftOut refused={refused} onClose={forget} />}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeletons waiting={isPending} lines={12} table />
      ) : drawn.length ? (
        <QuadroTable
          rows={drawn}
          among={ofCompany}
          period={period}
          today={today}
          selected={selected}
          onSelect={select}
          {...(repeats && { onRepeat })}
          busy={busy}
        />
      ) : all.length ? (
        <EmptyState title="Nada aqui" text="Nenhuma coleta do mês corresponde ao que foi pedido.">
          <Button variant="default" onClick={() => move({ only: '', words: '', empresa: '', whose: '' })}>
            Ver todas
          </Button>
        </EmptyState>
      ) : (
        <NothingToCollect period={period} begins={data?.begins ?? null} onMonth={month => move({ period: month })} />
      )}
      {isStaff(user) && found.length > 0 && (
        <div className={styles.chart}>
          <MonthChart rows={ofCompany} period={period} />
        </div>
      )}
    </Page>
  )
}

/** Whether the board shows a row when narrowed to `what`: a state, or one of the words above. */
function isAs(row: MonthRow, what: string, period: Period, today: string): boolean {
  if (what === strange) return isStrange(row)
  if (what === late) return urgencyOf(row, period, today).late
  if (what === declared) return isZeroed(row)
  return what === '' || stateOf(row) === what
}

const noRows: readonly MonthRow[] = []
const noneSelected: ReadonlySet<string> = new Set()

/** Over filters and states, to the first coleta: the frame of the table takes no focus. */
function goToBoard(event: MouseEvent) {
  event.preventDefault()
  document.querySelector<HTMLElement>(`#${boardId} tbody [tabindex="0"]`)?.focus()
}
const coletas = { one: 'coleta', many: 'coletas', gender: 'f' } as const
const uuidsOf = (marked: readonly { readonly uuid: string }[]) => marked.map(({ uuid }) => uuid)

const matches = ({ client, fistel, empresa }: MonthRow, words: string) =>
  foldText(`${client.name} ${fistel.name} ${empresa ?? ''}`).includes(foldText(words))

interface StatesProps {
  readonly rows: readonly MonthRow[]
  readonly only: string
  readonly is: (row: MonthRow, what: string) => boolean
  readonly onOnly: (only: string) => void
}
/** How many are in each state; a click shows only those. */
function States({ rows, only, is, onOnly }: StatesProps) {
  const of = (what: string) => rows.filter(row => is(row, what)).length
  const said = (key: string, one: string, many: string) => ({ key, label: of(key) === 1 ? one : many, count: of(key) })
  const all = [
    { key: '', label: 'Todas', count: rows.length },
    said(late, 'Atrasada', 'Atrasadas'),
    said(strange, 'Fora do comum', 'Fora do comum'),
    ...Object.entries(states).map(([state, { name, many }]) => said(state, name, many)),
    said(declared, 'Zerada', 'Zeradas'),
  ]
  return (
    <>
      {rows.length > 0 && <ProgressStrip countOf={of} />}
      <Situations
        all={all.filter(({ key, count }) => count > 0 || key === only || key === '')}
        only={only}
        onPick={what => onOnly(only === what ? '' : what)}
      />
    </>
  )
}
