import { IconMail, IconRefresh } from '@tabler/icons-react'
import { can } from '#kernel/access.ts'
import { count } from '#kernel/text.ts'
import { resendMails, sendTestMail, summarizeMails, type MailsSummary } from '#features/platform/mails/api.ts'
import { mails } from '#features/platform/mails/mails.ts'
import { MailState } from '#features/platform/mails/MailState.tsx'
import { undelivered } from '#parts/outbox/outbox.ts'
import { useFollowed } from '#parts/progress/useFollowed.web.ts'
import { useAnswer, useCall } from '#web/call.ts'
import { ListScreen } from '#web/screens/ListScreen.tsx'
import { useUser } from '#web/session/store.ts'
import { usePage, useSearch, type ListedRow } from '#web/table/useList.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { Situations } from '#web/ui/Situations.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Band } from '#web/ui/Band.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import styles from '#features/platform/mails/mails.module.css'

const cells = { state: (row: ListedRow) => <MailState state={row.state} /> }
const byState = 'filter[state][in]'
const states = { sent: 'enviado', waiting: 'aguardando,enviando', failed: undelivered.join() } as const

/** Mails that were sent, wait or failed with the reason, and how mail is delivered. */
export default function MailsScreen() {
  const user = useUser()
  const { search, change } = useSearch(mails)
  const { data: page } = usePage(mails, search)
  const counted = useAnswer(summarizeMails, {}, { enabled: can(user, summarizeMails.id) })
  const summary = counted.data?.data
  useFollowed(mails.path, page?.data.some(({ state }) => state === 'aguardando' || state === 'enviando') ?? false)
  const failed = page?.data.filter(({ state }) => undelivered.some(each => each === state)) ?? []
  return (
    <ListScreen
      resource={mails}
      cells={cells}
      head={
        <>
          {summary && <Way summary={summary} />}
          <Bar className={styles.head}>
            {summary && (
              <Situations
                only={search[byState] ?? ''}
                onPick={state => change({ [byState]: search[byState] === state ? null : state })}
                all={[
                  { key: states.sent, label: summary.sent === 1 ? 'enviado' : 'enviados', count: summary.sent },
                  { key: states.waiting, label: 'aguardando', count: summary.waiting },
                  { key: states.failed, label: summary.failed === 1 ? 'não foi' : 'não foram', count: summary.failed },
                ]}
              />
            )}
            <span className={styles.grow} />
            {failed.length > 0 && can(user, resendMails.id) && <Again rows={failed} />}
            {can(user, sendTestMail.id) && <Test to={user.email} />}
          </Bar>
        </>
      }
    />
  )
}

/** Shows how the server sends mail, when it writes to a folder or has trouble. */
function Way({ summary: { folder, trouble } }: { readonly summary: MailsSummary }) {
  if (folder !== null)
    return (
      <Band className={styles.way} tone="atencao" role="status">
        Sem servidor de e-mail configurado: as mensagens ficam na pasta <code>{folder}</code> e não chegam a ninguém.
      </Band>
    )
  return trouble === null ? null : (
    <Band className={styles.way} tone="erro" role="status">
      Os e-mails não estão saindo. {trouble} O que espera é tentado de novo sozinho.
    </Band>
  )
}

const words = {
  one: 'e-mail desta página que não foi',
  many: 'e-mails desta página que não foram',
  gender: 'm',
} as const

function Again({ rows }: { readonly rows: readonly ListedRow[] }) {
  const resending = useCall(resendMails)
  const label = `Enviar de novo ${rows.length === 1 ? 'o que não foi' : `os ${rows.length} que não foram`}`
  async function send() {
    if (!(await confirm({ title: `Enviar de novo ${count(rows.length, words)}?`, act: 'Enviar de novo' }))) return
    try {
      const { message } = await resending.send({ body: { ids: rows.map(({ uuid }) => uuid) } })
      toast(message)
    } catch {
      // The error is shown at the top of the page.
    }
  }
  return (
    <BusyButton
      variant="default"
      busy={resending.sending}
      doing="Enviando…"
      leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
      onClick={() => void send()}
    >
      {label}
    </BusyButton>
  )
}

function Test({ to }: { readonly to: string }) {
  const testing = useCall(sendTestMail)
  async function send() {
    try {
      const { message } = await testing.send({})
      toast(message)
    } catch {
      // The error is shown at the top of the page.
    }
  }
  return (
    <BusyButton
      variant="default"
      busy={testing.sending}
      doing="Enviando…"
      title={`Para ${to}`}
      leftSection={<IconMail size={16} stroke={1.75} aria-hidden />}
      onClick={() => void send()}
    >
      Enviar e-mail de teste
    </BusyButton>
  )
}
