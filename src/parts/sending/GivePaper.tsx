import { Button } from '@mantine/core'
import { useState } from 'react'
import { fitFile } from '#parts/file/file.ts'
import { ReceiptZone } from '#parts/sending/ReceiptZone.tsx'
import type { SendingActs } from '#parts/sending/useSendingActs.web.ts'
import { ApiError } from '#web/api-error.ts'
import { upload } from '#web/files.ts'
import { Band } from '#web/ui/Band.tsx'
import styles from '#parts/sending/sending.module.css'

interface Props {
  /** Of what was sent: '/collects/…'. */
  readonly url: string
  /** Typed by hand; what the paper says itself is read from it. */
  readonly protocol: string
  readonly acts: SendingActs
  /** Whether the reader may register that it was refused. */
  readonly mayRefuse: boolean
  readonly onGiven: () => void
}
interface DoubtfulPaper {
  readonly file: File
  readonly doubts: readonly string[]
  /** What would be registered as the error; null where it looks like no refusal. */
  readonly error: string | null
}

/** Uploads a paper of what was sent; a likely refusal, or a paper of something else, needs confirmation first. */
export function GivePaper({ url, protocol, acts, mayRefuse, onGiven }: Props) {
  const [doubtful, setDoubtful] = useState<DoubtfulPaper | null>(null)
  const give = async (file: File, more: Readonly<Record<string, string>> = {}) => {
    const unfit = fitFile(file.name, file.size)
    if (unfit) return acts.refuse(unfit)
    let found: DoubtfulPaper | null = null
    const given = await acts.run(() =>
      upload(`${url}/recibo`, file, { ...(protocol && { protocol }), ...more }).catch((error: unknown) => {
        const doubts = doubtsIn(error)
        if (doubts) found = { file, ...doubts }
        throw error
      }),
    )
    if (found) acts.refuse(null)
    setDoubtful(found)
    if (given) onGiven()
  }
  if (!doubtful) return <ReceiptZone onFile={file => void give(file)} />
  const { file, doubts, error } = doubtful
  return (
    <Band tone="atencao" role="alert">
      <div className={styles.doubtful}>
        <p>
          <strong>{file.name}</strong>: {doubts.join(' ')}
        </p>
        {error !== null && <blockquote className={styles.words}>{error}</blockquote>}
        <div className={styles.choices}>
          {error !== null && mayRefuse && (
            <Button size="compact-sm" disabled={acts.busy} onClick={() => void give(file, { as: 'recusa' })}>
              Registrar o erro
            </Button>
          )}
          <Button
            variant="default"
            size="compact-sm"
            disabled={acts.busy}
            onClick={() => void give(file, { sure: '1' })}
          >
            Guardar como recibo mesmo assim
          </Button>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setDoubtful(null)}>
            Cancelar
          </Button>
        </div>
      </div>
    </Band>
  )
}

function doubtsIn(error: unknown): Omit<DoubtfulPaper, 'file'> | null {
  const data = error instanceof ApiError && error.status === 409 ? error.body?.data : undefined
  if (!data || !Array.isArray(data.doubts)) return null
  return { doubts: data.doubts.map(String), error: typeof data.error === 'string' ? data.error : null }
}
