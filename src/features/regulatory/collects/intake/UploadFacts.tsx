import { showInstant } from '#kernel/show.ts'
import { plural } from '#features/regulatory/collects/coleta/said.ts'
import { openIn } from '#features/regulatory/collects/intake/evidence/questions.ts'
import { openText } from '#features/regulatory/collects/intake/Questions.tsx'
import { fileFacts } from '#features/regulatory/collects/intake/preview.ts'
import type { Preview } from '#features/regulatory/collects/intake/intake.ts'
import type { CollectIntake, IntakeStep } from '#features/regulatory/collects/intake/useIntake.web.ts'
import { FileFacts } from '#features/regulatory/intake/FileFacts.tsx'
import { IntakeSteps } from '#features/regulatory/intake/IntakeSteps.tsx'

const titles = { arquivo: 'Arquivo', colunas: 'Colunas', conferencia: 'Conferência', confirmar: 'Confirmar' } as const

/** How far a file is on its way into a coleta, and how many rows are to be resolved. */
export function UploadSteps({ intake }: { readonly intake: CollectIntake }) {
  const { step, preview, go, doing } = intake
  const read = preview && !preview.fatal ? preview : null
  const steps: readonly (keyof typeof titles)[] = [
    'arquivo',
    ...(preview?.columns ? (['colunas'] as const) : []),
    'conferencia',
    'confirmar',
  ]
  const isOpen = (name: keyof typeof titles): name is IntakeStep =>
    read !== null && (name === 'colunas' || (name === 'conferencia' && !read.columns?.missing.length))
  const refused = read?.summary.refused ?? 0
  const open = openIn(read?.questions ?? [])
  const left = [
    ...(open.length ? [openText(open)] : []),
    ...(refused ? [plural(refused, 'linha para resolver', 'linhas para resolver')] : []),
  ]
  return (
    <IntakeSteps
      titles={steps.map(name => titles[name])}
      at={doing === 'keeping' ? steps.length - 1 : steps.indexOf(step)}
      open={steps.flatMap((name, at) => (isOpen(name) ? [at] : []))}
      onGo={at => {
        const name = steps[at]
        if (name && isOpen(name)) go(name)
      }}
      left={
        read && step === 'conferencia'
          ? {
              said: left.length ? left.join(', ') : 'Nada para resolver',
              done: !left.length,
            }
          : null
      }
    />
  )
}

/** How the file was written, the sheet that was read, and whether the same one came before. */
export function UploadFacts({ intake, preview }: { readonly intake: CollectIntake; readonly preview: Preview }) {
  const { facts, columns, before } = preview
  if (!facts) return null
  return (
    <FileFacts
      facts={fileFacts(facts, columns !== null)}
      tabs={
        facts.kind === 'xlsx'
          ? { all: facts.sheets, read: intake.told.sheet ?? facts.sheet, busy: intake.doing !== null }
          : null
      }
      onTab={tab => void intake.readSheet(tab)}
    >
      {facts.notes.length > 0 && (
        <p>{facts.notes.join(' ')} O arquivo que o sistema gera para a Anatel já sai certo.</p>
      )}
      {before && (
        <p data-tone="atencao">
          Este mesmo arquivo já entrou nesta coleta em {showInstant(before.at)}
          {before.user && `, por ${before.user.name}`}. Somado outra vez, cada acesso contaria duas vezes.
        </p>
      )}
    </FileFacts>
  )
}
