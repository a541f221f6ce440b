import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { showBytes, showDate } from '#kernel/show.ts'
import { download } from '#parts/file/download.web.ts'
import { fullTime } from '#web/ui/time.ts'

interface Props {
  readonly file: {
    readonly uuid: string
    readonly name: string
    readonly edition: number
    readonly protocol: string | null
    /** Of a paper that was read: its words and its day. */
    readonly words: string | null
    readonly issued_on: string | null
    readonly size: number
    readonly user: { readonly name: string } | null
    readonly created_at: string
  }
  /** What kind of file it is, and how much is in it. */
  readonly said: readonly (string | false | null | undefined)[]
  readonly children?: ReactNode
}

/** Shows a stored file of a version as a line of a list. */
export const StoredVersion = ({
  file: { uuid, name, edition, protocol, words, issued_on, size, user, created_at },
  said,
  children,
}: Props) => (
  <>
    <div>
      <p>
        <strong>{name}</strong>
      </p>
      <p className="meta">
        {[
          `versão ${edition}`,
          ...said,
          protocol && `protocolo ${protocol}`,
          issued_on && `de ${showDate(issued_on)}`,
          showBytes(size),
          user?.name,
          fullTime(created_at),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {words && <p className="meta">Diz: “{words}”</p>}
      {children}
    </div>
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`Baixar ${name}, versão ${edition}`}
      onClick={() => void download({ uuid, name }).catch(() => undefined)}
    >
      Baixar
    </Button>
  </>
)
