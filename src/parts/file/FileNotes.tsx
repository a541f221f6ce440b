import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { count } from '#kernel/text.ts'
import type { DownloadOutcome } from '#parts/file/useFile.web.ts'
import { Band } from '#web/ui/Band.tsx'

const warnings = { one: 'aviso', many: 'avisos', gender: 'm' } as const

/** What was noticed in a file, or why there is none; it stays until closed. */
export function FileNotes({
  outcome,
  onClose,
}: {
  readonly outcome: DownloadOutcome | null
  readonly onClose: () => void
}) {
  if (!outcome) return null
  const { name, said } = outcome
  const tone = !name ? 'erro' : said.length ? 'atencao' : 'ok'
  const Icon = { erro: IconCircleX, atencao: IconAlertTriangle, ok: IconCircleCheck }[tone]
  return (
    <Band tone={tone} role={name ? 'status' : 'alert'}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <div>
        <strong>
          {!name
            ? 'O arquivo não foi gerado.'
            : `${name} baixado${said.length ? `, com ${count(said.length, warnings)} a conferir:` : '. Nada a conferir.'}`}
        </strong>
        {said.length > 0 && (
          <ul className="points" tabIndex={0}>
            {said.map((each, at) => (
              <li key={at}>{each}</li>
            ))}
          </ul>
        )}
      </div>
      <CloseButton size="sm" aria-label="Fechar aviso" onClick={onClose} c="inherit" />
    </Band>
  )
}
