import { can } from '#kernel/access.ts'
import { count } from '#kernel/text.ts'
import { listNewsReaders, remindReaders, type ListedReader } from '#features/support/informative/api.ts'
import styles from '#features/support/informative/news.module.css'
import { useAnswer, useCall } from '#web/call.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { announce } from '#web/ui/live.tsx'
import { fullTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toast.tsx'

const people = { one: 'pessoa', many: 'pessoas', gender: 'f' } as const

/** Whom it is meant for, and who of them read it; those who have not are reminded from here. */
export function NewsReaders({ row, writable }: { readonly row: ReadRow['row']; readonly writable: boolean }) {
  const user = useUser()
  const isMandatory = row.mandatory === true
  const { data: answer, error, isPending, refetch } = useAnswer(listNewsReaders, { id: row.uuid }, { staleTime: 0 })
  const data = answer?.data
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={6} />
  const { meant, read, acknowledged, unknown, left_off } = data
  if (!meant)
    return (
      <EmptyState
        title="Ninguém recebe este informativo"
        text="Nenhuma pessoa com acesso está entre os públicos escolhidos. Reveja “Para quem” em Editar."
      />
    )
  const waiting = meant - acknowledged
  const reminds = isMandatory && writable && row.stage === 'publicado' && waiting > 0 && can(user, remindReaders.id)
  const left = unknown + left_off
  return (
    <div className={styles.readers}>
      <div className={styles.sum}>
        <p>
          {isMandatory
            ? `${acknowledged} de ${count(meant, people)} ${acknowledged === 1 ? 'confirmou' : 'confirmaram'} a leitura.`
            : `${read} de ${count(meant, people)} ${read === 1 ? 'leu' : 'leram'}.`}
        </p>
        {reminds && <Remind uuid={row.uuid} />}
      </div>
      <List boxed>
        {data.people.map(each => (
          <li key={each.id}>
            <div>
              {each.name} <span className="meta">{each.profile}</span>
            </div>
            <ReaderChip reader={each} isMandatory={isMandatory} />
          </li>
        ))}
      </List>
      {left > 0 && (
        <p className="meta">
          {`E mais ${count(left, people)}${unknown > 0 ? ', das quais há quem seja de outra empresa' : ''}.`}
        </p>
      )}
    </div>
  )
}

function ReaderChip({ reader, isMandatory }: { readonly reader: ListedReader; readonly isMandatory: boolean }) {
  const { read_at, acknowledged_at } = reader
  if (isMandatory && acknowledged_at !== null)
    return <StatusChip tone="ok">{`Confirmou em ${fullTime(acknowledged_at)}`}</StatusChip>
  if (read_at === null) return <StatusChip tone={isMandatory ? 'atencao' : 'neutro'}>Não abriu</StatusChip>
  return isMandatory ? (
    <StatusChip tone="atencao">{`Abriu em ${fullTime(read_at)}, não confirmou`}</StatusChip>
  ) : (
    <StatusChip tone="ok">{`Leu em ${fullTime(read_at)}`}</StatusChip>
  )
}

function Remind({ uuid }: { readonly uuid: string }) {
  const { send, sending } = useCall(remindReaders)
  async function remind() {
    try {
      const { message } = await send({ id: uuid })
      toast(message)
      announce(message)
    } catch {
      // The error is shown at the top of the page.
    }
  }
  return (
    <BusyButton variant="default" busy={sending} doing="Avisando…" onClick={() => void remind()}>
      Lembrar quem falta
    </BusyButton>
  )
}
