import { useState } from 'react'
import type { IncomingMail } from '#features/support/incoming-mail/incoming.ts'
import { JoinDialog } from '#features/support/incoming-mail/JoinDialog.tsx'
import { MailItem } from '#features/support/incoming-mail/MailItem.tsx'
import { OpenDialog } from '#features/support/incoming-mail/OpenDialog.tsx'
import { useMailActs, useMailsFollowed, useMailsIn } from '#features/support/incoming-mail/useIncoming.web.ts'
import { textParameter, useAddress } from '#web/route/search.ts'
import { Band } from '#web/ui/Band.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Pages } from '#web/ui/Pages.tsx'
import { Situations } from '#web/ui/Situations.tsx'
import styles from '#features/support/incoming-mail/incoming.module.css'

const views = [
  { key: 'bandeja', states: 'bandeja', one: 'Na bandeja', many: 'Na bandeja' },
  { key: 'serie', states: 'serie', one: 'Em série', many: 'Em série' },
  { key: 'chamados', states: 'mensagem', one: 'No chamado', many: 'Nos chamados' },
  { key: 'recusados', states: 'recusada,devolucao', one: 'Recusado', many: 'Recusados' },
  { key: 'descartados', states: 'descartada', one: 'Descartado', many: 'Descartados' },
] as const
const empty: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  bandeja: {
    title: 'A bandeja está vazia',
    text: 'E-mails de quem não conhecemos, ou que deixam dúvida, aparecem aqui.',
  },
  serie: {
    title: 'Nada está em série',
    text: 'O que um endereço manda além do limite de uma hora espera aqui, atrás do primeiro, que está na bandeja.',
  },
  chamados: {
    title: 'Nenhum e-mail virou mensagem ainda',
    text: 'As respostas dos clientes entram nos chamados e são listadas aqui.',
  },
  recusados: {
    title: 'Nada foi recusado',
    text: 'Respostas automáticas, devoluções e e-mails grandes demais aparecem aqui.',
  },
  descartados: { title: 'Nada foi descartado', text: 'O que alguém descartar continua guardado aqui.' },
}

const viewParameters = { ver: { ...textParameter, fallback: views[0].key } }

/** Mail that came in: what waits for a person first, then what became of the rest. */
export default function IncomingScreen() {
  useMailsFollowed()
  const [{ ver }, changeAddress] = useAddress(viewParameters)
  const view = views.find(({ key }) => key === ver) ?? views[0]
  const counts = [
    useMailsIn(views[0].states, 1, 1),
    useMailsIn(views[1].states, 1, 1),
    useMailsIn(views[2].states, 1, 1),
    useMailsIn(views[3].states, 1, 1),
    useMailsIn(views[4].states, 1, 1),
  ]
  return (
    <Page
      title="Correio que chegou"
      facts="Respostas de clientes entram sozinhas nos chamados. O que deixa dúvida espera aqui; robôs não são respondidos."
    >
      <Situations
        all={views
          .map(({ key, one, many }, at) => {
            const count = counts[at]?.data?.total ?? 0
            return { key, label: count === 1 ? one : many, count }
          })
          .filter(({ key, count }) => key !== 'serie' || count > 0 || view.key === 'serie')}
        only={view.key}
        onPick={key => changeAddress({ ver: key })}
      />
      <MailList key={view.key} view={view} />
    </Page>
  )
}

function MailList({ view: { key, states } }: { readonly view: (typeof views)[number] }) {
  const [page, turn] = useState(1)
  const [joining, join] = useState<IncomingMail | null>(null)
  const [opening, open] = useState<IncomingMail | null>(null)
  const acts = useMailActs()
  const { data, error, isPending, refetch } = useMailsIn(states, page)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={4} height={72} />
  if (!data.total) return <EmptyState {...(empty[key] ?? { title: '', text: '' })} />
  return (
    <>
      {acts.refusal && !joining && !opening && (
        <Band tone="erro" role="alert">
          {acts.refusal}
        </Band>
      )}
      <List boxed wrap className={styles.mails} aria-label="E-mails recebidos">
        {data.data.map(mail => (
          <MailItem key={mail.uuid} mail={mail} acts={acts} onJoin={() => join(mail)} onOpen={() => open(mail)} />
        ))}
      </List>
      {data.total > data.per_page && <Pages page={page} size={data.per_page} total={data.total} onPage={turn} />}
      {joining && <JoinDialog mail={joining} acts={acts} onClose={() => join(null)} />}
      {opening && <OpenDialog mail={opening} acts={acts} onClose={() => open(null)} />}
    </>
  )
}
