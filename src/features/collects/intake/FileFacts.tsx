import { NativeSelect } from '@mantine/core'
import { showInstant } from '#kernel/show.ts'
import { fileFacts } from '#features/collects/intake/preview.ts'
import type { Preview } from '#features/collects/intake/intake.ts'
import { Card } from '#web/ui/Card.tsx'
import { Figures } from '#parts/figures/Figures.tsx'
import styles from '#features/collects/intake/intake.module.css'
import type { Taking } from '#features/collects/intake/useIntake.web.ts'

/** How the file was written, the sheet that was read, and whether the same one came before. */
export function FileFacts({ taking, preview }: { readonly taking: Taking; readonly preview: Preview }) {
  const { facts, columns, before } = preview
  if (!facts) return null
  const sheet = facts.kind === 'xlsx' && facts.sheets.length > 1 && (
    <NativeSelect
      aria-label="Aba da planilha"
      size="xs"
      data={[...facts.sheets]}
      value={taking.told.sheet ?? facts.sheet}
      disabled={taking.doing !== null}
      onChange={e => void taking.readSheet(e.currentTarget.value)}
    />
  )
  return (
    <Card className={styles.facts}>
      <Figures
        all={fileFacts(facts, columns !== null).map(([what, how]) => [what, (what === 'Aba' && sheet) || how])}
      />
      {facts.notes.length > 0 && (
        <p>{facts.notes.join(' ')} O arquivo que o sistema gera para a Anatel já sai certo.</p>
      )}
      {before && (
        <p data-tone="atencao">
          Este mesmo arquivo já entrou nesta coleta em {showInstant(before.at)}
          {before.user && `, por ${before.user.name}`}. Pode seguir: os acessos serão trocados de novo.
        </p>
      )}
    </Card>
  )
}
