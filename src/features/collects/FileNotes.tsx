import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { Outcome } from '#features/collects/useDownload.web.ts'
import { plural } from '#features/collects/said.ts'
import styles from '#features/collects/collects.module.css'

/** What was noticed in the file, or why there is none; it stays until closed. */
export function FileNotes({ outcome, onClose }: { readonly outcome: Outcome; readonly onClose: () => void }) {
  const said = outcome.done ? outcome.warnings : outcome.problems
  const tone = !outcome.done ? 'erro' : said.length ? 'atencao' : 'ok'
  const Icon = { erro: IconCircleX, atencao: IconAlertTriangle, ok: IconCircleCheck }[tone]
  return (
    <div className={styles.notes} data-tone={tone} role={outcome.done ? 'status' : 'alert'}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <div>
        <strong>
          {!outcome.done
            ? 'O arquivo não foi gerado.'
            : `${outcome.name} baixado${said.length ? `, com ${plural(said.length, 'aviso', 'avisos')} a conferir:` : '. Nada a conferir.'}`}
        </strong>
        {said.length > 0 && (
          <ul tabIndex={0}>
            {said.map((each, at) => (
              <li key={at}>{each}</li>
            ))}
          </ul>
        )}
      </div>
      <CloseButton size="sm" aria-label="Fechar aviso" onClick={onClose} c="inherit" />
    </div>
  )
}
