import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { showDate } from '#kernel/show.ts'
import { capital } from '#kernel/text.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import { monthKey, next, periodOf, previous } from '#parts/period/period.ts'
import type { DutyGroup } from '#features/regulatory/obligations/listed.ts'
import { situations, type Situation } from '#features/regulatory/obligations/standing.ts'
import type { CalendarLook } from '#features/regulatory/obligations/useLook.web.ts'
import { monthName } from '#features/regulatory/obligations/when.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Situations } from '#web/ui/Situations.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import styles from '#features/regulatory/obligations/obligations.module.css'

interface Props {
  readonly look: CalendarLook
  readonly onChange: (change: Partial<CalendarLook>) => void
  readonly today: string
  readonly groups: readonly DutyGroup[]
}

/** The month, and what it is narrowed to. */
export function LookBar({ look, onChange, today, groups }: Props) {
  const { words, obligation } = look
  const kinds = new Map(groups.map(group => [group.obligation, group.name]))
  return (
    <Bar className={`${styles.look} no-print`}>
      {look.span ? <Days look={look} onChange={onChange} /> : <Months look={look} onChange={onChange} today={today} />}
      <TextInput
        aria-label="Buscar cliente ou fistel"
        placeholder="Cliente ou fistel"
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
        value={words}
        onChange={e => onChange({ words: e.currentTarget.value })}
      />
      <Select
        aria-label="Obrigação"
        placeholder="Todas as obrigações"
        clearable
        data={[...kinds].map(([value, label]) => ({ value, label }))}
        value={obligation || null}
        onChange={value => onChange({ obligation: value ?? '', shown: '' })}
      />
      <Companies look={look} onChange={onChange} />
    </Bar>
  )
}

function Months({ look: { month }, onChange, today }: Omit<Props, 'groups'>) {
  return (
    <div className={styles.month} role="group" aria-label="Mês">
      <ActionIcon aria-label="Mês anterior" onClick={() => onChange({ month: previous(month), shown: '' })}>
        <IconChevronLeft size={18} stroke={1.5} />
      </ActionIcon>
      <strong aria-live="polite">{capital(monthName(month))}</strong>
      <ActionIcon aria-label="Mês seguinte" onClick={() => onChange({ month: next(month), shown: '' })}>
        <IconChevronRight size={18} stroke={1.5} />
      </ActionIcon>
      {monthKey(month) !== today.slice(0, 7) && (
        <Button variant="subtle" size="compact-md" onClick={() => onChange({ month: periodOf(today), shown: '' })}>
          Hoje
        </Button>
      )}
    </div>
  )
}

/** Days somebody was led to; a month is a click away. */
function Days({ look: { span }, onChange }: Pick<Props, 'look' | 'onChange'>) {
  if (!span) return null
  return (
    <div className={styles.month}>
      <strong aria-live="polite">{`${showDate(span.from)} a ${showDate(span.to)}`}</strong>
      <Button variant="subtle" size="compact-md" onClick={() => onChange({ span: null, situation: '', shown: '' })}>
        Ver por mês
      </Button>
    </div>
  )
}

/** Only where there is more than one to choose from. */
function Companies({ look, onChange }: Pick<Props, 'look' | 'onChange'>) {
  const { list } = callsOf(empresas)
  const enabled = can(useUser(), list.id)
  const { data } = useAnswer(list, { query: { pagination: false } }, { enabled, staleTime: Infinity })
  if (!data || data.data.length < 2) return null
  return (
    <Select
      aria-label="Empresa"
      placeholder="Todas as empresas"
      clearable
      data={data.data.map(({ id, nome_fantasia }) => ({ value: String(id), label: nome_fantasia }))}
      value={look.empresa || null}
      onChange={value => onChange({ empresa: value ?? '' })}
    />
  )
}

interface SituationsProps {
  readonly groups: readonly DutyGroup[]
  readonly only: string
  readonly onOnly: (only: string) => void
}
/** How many are in each situation; a click shows only those. */
export function BySituation({ groups, only, onOnly }: SituationsProps) {
  const of = (situation: Situation) => groups.reduce((sum, { counts }) => sum + counts[situation], 0)
  const all: readonly Situation[] = ['atrasada', 'a-fazer', 'feita', 'dispensada']
  return (
    <div className="no-print">
      <Situations
        all={all
          .filter(situation => of(situation) > 0 || situation === only)
          .map(key => ({ key, label: situations[key][of(key) === 1 ? 'name' : 'many'], count: of(key) }))}
        only={only}
        onPick={situation => onOnly(only === situation ? '' : situation)}
      />
    </div>
  )
}
