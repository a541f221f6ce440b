import { Select } from '@mantine/core'
import { callsOf } from '#kernel/call.ts'
import { slugOf } from '#kernel/text.ts'
import { insertAt, removeAt, replaceAt } from '#kernel/list.ts'
import { linesOf, nameFor, type FormLine } from '#parts/line/line.ts'
import { taxRegimes } from '#features/lookups.ts'
import { Dues } from '#features/regulatory/collects/money/Dues.tsx'
import { FinanceBlock } from '#features/regulatory/collects/money/FinanceBlock.tsx'
import { stateName, stateNames } from '#parts/address/states.ts'
import type { Period } from '#parts/period/period.ts'
import { useAnswer } from '#web/call.ts'
import type { Form } from '#web/form/useForm.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/regulatory/collects/money/finance.module.css'

interface Props {
  readonly form: Form
  readonly readOnly: boolean
  readonly period: Period
  /** Where there are accesses: offered first. */
  readonly states: readonly (string | null)[]
}

/** The month's money, a block per state. */
export function Finances({ form, readOnly, period, states }: Props) {
  const { data: regimes } = useAnswer(
    callsOf(taxRegimes).list,
    { query: { pagination: 'false' } },
    { staleTime: 300_000 },
  )
  const lines = linesOf(form.values.finances)
  const set = (next: readonly FormLine[]) => form.set('finances', next)
  /** Known by its list; until then, by its name. */
  const regimeOf = ({ tax_regime, tax_regime_id: id }: FormLine) =>
    regimes?.data.find(each => each.id === id)?.slug ?? slugOf(nameFor(tax_regime, id))
  const missing = Object.keys(stateNames).filter(uf => !lines.some(({ state }) => state === uf))
  const [here, elsewhere] = [missing.filter(uf => states.includes(uf)), missing.filter(uf => !states.includes(uf))]
  const items = (ufs: readonly string[]) => ufs.map(uf => ({ value: uf, label: `${uf} · ${stateName(uf)}` }))
  function remove(at: number) {
    const line = lines[at]
    if (!line) return
    set(removeAt(lines, at))
    toast(`Financeiro de ${stateName(line.state)} retirado`, {
      type: 'info',
      undo: () => set(insertAt(removeAt(lines, at), at, line)),
    })
  }
  return (
    <>
      {lines.length === 0 && (
        <EmptyState
          title="Nenhum valor ainda"
          text={
            readOnly ? undefined : 'Escolha o estado para informar o faturamento, os impostos e o investimento do mês.'
          }
        />
      )}
      {lines.length > 0 && <Dues period={period} lines={lines} regimeOf={regimeOf} />}
      {lines.map((line, at) => (
        <FinanceBlock
          key={String(line.state)}
          line={line}
          at={at}
          regime={regimeOf(line)}
          readOnly={readOnly}
          errorOf={form.errorOf}
          onChange={next => set(replaceAt(lines, at, next))}
          onLeave={() => void form.leave('finances')}
          onRemove={() => remove(at)}
        />
      ))}
      {!readOnly && missing.length > 0 && (
        <Select
          className={styles.add}
          key={lines.length}
          label="Adicionar estado"
          placeholder="Escolher a UF"
          searchable
          nothingFoundMessage="Nada encontrado"
          data={[
            ...(here.length ? [{ group: 'Com acessos nesta coleta', items: items(here) }] : []),
            { group: here.length ? 'Outros estados' : 'Estados', items: items(elsewhere) },
          ]}
          value={null}
          onChange={uf =>
            uf &&
            set([
              ...lines,
              {
                state: uf,
                tax_regime_id: lines.at(-1)?.tax_regime_id ?? null,
                tax_regime: lines.at(-1)?.tax_regime ?? null,
              },
            ])
          }
        />
      )}
    </>
  )
}
