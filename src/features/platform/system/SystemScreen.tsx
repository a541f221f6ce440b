import { defaultParseSearch, Link } from '@tanstack/react-router'
import type { Tone } from '#kernel/field.ts'
import { count, join } from '#kernel/text.ts'
import { readSystem, type SystemLine, type SystemState } from '#features/platform/system/api.ts'
import styles from '#features/platform/system/system.module.css'
import { useAnswer } from '#web/call.ts'
import { Band } from '#web/ui/Band.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { fullTime } from '#web/ui/time.ts'

/** Milliseconds between two looks: who repairs something sees it soon. */
const pace = 15_000

/** Shows what an administrator wakes up for: what stopped, what wants to be looked at, and what goes well. */
export default function SystemScreen() {
  const { data: answer, error, isPending, refetch } = useAnswer(readSystem, {}, { refetchInterval: pace })
  const data = answer?.data
  const isAmiss = ({ state }: SystemLine) => state === 'parado' || state === 'atencao'
  return (
    <Page title="Sistema" chip={data && <Overall lines={data.lines} />} facts={data && <Facts {...data} />}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Skeletons waiting={isPending} lines={14} height={56} />
      {error && data && (
        <Band tone="erro" role="alert" className={styles.stale}>
          {`O servidor não respondeu à última conferência. O que está abaixo é de ${fullTime(data.at)}.`}
        </Band>
      )}
      {data && (
        <div className={styles.parts}>
          <Lines title="Pede atenção" lines={data.lines.filter(isAmiss)} />
          <Lines title="Em ordem" lines={data.lines.filter(each => !isAmiss(each))} />
        </div>
      )}
    </Page>
  )
}

const chips: Readonly<Record<SystemLine['state'], { readonly tone: Tone; readonly word: string }>> = {
  parado: { tone: 'erro', word: 'Parado' },
  atencao: { tone: 'atencao', word: 'Atenção' },
  neutro: { tone: 'neutro', word: 'Sem atividade' },
  ok: { tone: 'ok', word: 'Em ordem' },
}

/** All lines in one word. */
function Overall({ lines }: Pick<SystemState, 'lines'>) {
  const { tone, word } = chips[lines.find(({ state }) => state !== 'neutro')?.state ?? 'ok']
  return <StatusChip tone={tone}>{word}</StatusChip>
}

const stopped = { one: 'parado', many: 'parados', gender: 'm' } as const
const wanting = { one: 'pede atenção', many: 'pedem atenção', gender: 'm' } as const

function Facts({ at, narrowed, lines }: SystemState) {
  const of = (wanted: SystemLine['state']) => lines.filter(({ state }) => state === wanted).length
  const [parado, atencao] = [of('parado'), of('atencao')]
  const amiss = join([...(parado ? [count(parado, stopped)] : []), ...(atencao ? [count(atencao, wanting)] : [])])
  return (
    <>
      <span>{amiss || 'Nada pede atenção'}</span>
      <span>
        Conferido em <time dateTime={at}>{fullTime(at)}</time>
      </span>
      {narrowed && <span>E-mails, integrações, trabalhos e certificados: só da empresa que você vê</span>}
    </>
  )
}

/** Leads to where it is put right; the filters of a list are in the address. */
function Cure({ to, label }: NonNullable<SystemLine['link']>) {
  const [path = '', query = ''] = to.split('?')
  return (
    <Link to={path} search={defaultParseSearch(query)}>
      {label}
    </Link>
  )
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly SystemLine[] }) {
  if (!lines.length) return null
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <List boxed className={styles.lines}>
        {lines.map(({ key, title: name, state, text, link }) => (
          <li key={key}>
            <StatusChip tone={chips[state].tone}>{chips[state].word}</StatusChip>
            <div>
              <h3>{name}</h3>
              <p>{text}</p>
            </div>
            {link && <Cure {...link} />}
          </li>
        ))}
      </List>
    </section>
  )
}
