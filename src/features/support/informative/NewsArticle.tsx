import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import { showDate } from '#kernel/show.ts'
import { acknowledgeNews, readOwnReading, type OwnReading } from '#features/support/informative/api.ts'
import { informative } from '#features/support/informative/informative.ts'
import styles from '#features/support/informative/news.module.css'
import { useMarkRead } from '#parts/notice/useBell.web.ts'
import { useAnswer, useCall } from '#web/call.ts'
import { RichText } from '#web/kinds/RichText.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { announce } from '#web/ui/live.tsx'
import { fullTime } from '#web/ui/time.ts'
import { toast } from '#web/ui/toast.tsx'

/** Cached with the news: the live event of a change renews that section. */
const readNewsReading = { ...readOwnReading, lists: informative }

/** Shows the text, and the state of its confirmation where the news requires one. Opening it marks it as read. */
export function NewsArticle({ row }: { readonly row: ReadRow['row'] }) {
  const { uuid } = row
  const mark = useMarkRead()
  const data = useAnswer(readNewsReading, { id: uuid }).data?.data
  const isNew = data?.meant === true && data.read_at === null
  useEffect(() => {
    // Unread, it stays in the bell, and is read the next time.
    if (isNew) void mark('informativos', [uuid]).catch(() => undefined)
    // `mark` is another at each drawing, and does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isNew, uuid])
  return (
    <article className={styles.article}>
      <RichText html={typeof row.content === 'string' ? row.content : ''} />
      {row.mandatory === true && data?.meant === true && <Acknowledging row={row} reading={data} />}
    </article>
  )
}

function Acknowledging({ row, reading }: { readonly row: ReadRow['row']; readonly reading: OwnReading }) {
  const { send, sending } = useCall(acknowledgeNews)
  async function confirm() {
    try {
      const { message } = await send({ id: row.uuid })
      toast(message)
      announce(message)
    } catch {
      // The error is shown at the top of the page.
    }
  }
  if (reading.acknowledged_at !== null)
    return (
      <p className={styles.done}>
        <IconCircleCheck size={20} stroke={1.5} aria-hidden />
        Você confirmou a leitura em {fullTime(reading.acknowledged_at)}.
      </p>
    )
  return (
    <Band tone="atencao" className={styles.ask}>
      <div>
        <strong>Leitura obrigatória</strong>
        {typeof row.read_until === 'string' && `, até ${showDate(row.read_until)}`}. Leia até o fim e confirme.
      </div>
      <BusyButton busy={sending} doing="Confirmando…" onClick={() => void confirm()}>
        Li e estou ciente
      </BusyButton>
    </Band>
  )
}
