import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { chooseNotices, readNoticeChoices, type NoticeChoice } from '#parts/notice/api.ts'
import styles from '#parts/notice/choices.module.css'
import { queryKeyOf, sendCall, useAnswer } from '#web/call.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Lets users choose which notices come in the bell and in the daily summary; each choice is saved at once. */
export function NoticeChoices() {
  const queries = useQueryClient()
  const { data, error, isPending, refetch } = useAnswer(readNoticeChoices, {})
  const [busy, setBusy] = useState(false)
  async function choose(to: Pick<NoticeChoice, 'name' | 'in_app' | 'in_digest'>) {
    setBusy(true)
    try {
      const { name, in_app, in_digest } = to
      const { message, data: choices } = await sendCall(chooseNotices, {
        body: { choices: [{ name, in_app, in_digest }] },
      })
      queries.setQueryData(queryKeyOf(readNoticeChoices, {}), { data: choices })
      toast(message)
    } catch {
      // The page shows the error.
    } finally {
      setBusy(false)
    }
  }
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={5} />
  return (
    <>
      <p className={`meta ${styles.said}`}>
        O sino mostra na hora. O resumo chega por e-mail nos dias úteis, com o que ainda não foi lido; sem novidade, não
        chega nada.
      </p>
      <List boxed wrap>
        {data.data.map(each => (
          <li key={each.name}>
            <div>
              {each.label}
              <div className="meta">{each.about}</div>
            </div>
            <div className={styles.where}>
              <Checkbox
                label="No sino"
                aria-label={`${each.label}: no sino`}
                checked={each.in_app}
                disabled={busy || each.always}
                onChange={event => void choose({ ...each, in_app: event.currentTarget.checked })}
              />
              <Checkbox
                label="No resumo"
                aria-label={`${each.label}: no resumo`}
                checked={each.in_digest}
                disabled={busy}
                onChange={event => void choose({ ...each, in_digest: event.currentTarget.checked })}
              />
            </div>
          </li>
        ))}
      </List>
    </>
  )
}
