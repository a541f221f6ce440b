import { Button } from '@mantine/core'
import { plural } from '#features/collects/coleta/said.ts'
import { cures, rulesSure, ruleTitle } from '#features/collects/intake/rules.ts'
import { Bar } from '#web/ui/Bar.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/collects/intake/intake.module.css'
import type { Findings, Preview } from '#features/collects/intake/intake.ts'
import type { Taking } from '#features/collects/intake/useIntake.web.ts'

const tones = { error: 'erro', warning: 'atencao', correction: 'info' } as const
const words = { error: 'Impede', warning: 'Aviso', correction: 'Corrigido' } as const

/** What was found in the file, by reason: how many rows, one example, and the sure cure where there is one. */
export function Found({
  taking,
  preview: { findings, columns },
}: {
  readonly taking: Taking
  readonly preview: Preview
}) {
  const sure = rulesSure(findings)
  const open = findings.filter(({ severity }) => severity !== 'correction')
  const done = findings.filter(({ severity }) => severity === 'correction')
  if (!findings.length) return null
  return (
    <section aria-label="O que se encontrou" className={styles.found}>
      <Bar>
        <h3>O que se encontrou</h3>
        {sure.length > 0 && (
          <Button
            variant="light"
            onClick={() => void taking.tell({ safe: [...new Set([...taking.told.safe, ...sure])] })}
          >
            {`Corrigir seguros (${findings.reduce((sum, each) => sum + each.sure, 0)})`}
          </Button>
        )}
      </Bar>
      {open.length > 0 && <Lines found={open} taking={taking} translates={columns !== null} />}
      {done.length > 0 && (
        <details>
          <summary>{plural(done.length, 'correção já feita', 'correções já feitas')} ao ler o arquivo</summary>
          <Lines found={done} taking={taking} translates={false} />
        </details>
      )}
    </section>
  )
}

interface ListProps {
  readonly found: readonly Findings[]
  readonly taking: Taking
  /** Whether values of the file may be said once for all rows. */
  readonly translates: boolean
}

function Lines({ found, taking, translates }: ListProps) {
  return (
    <List boxed wrap tabIndex={0}>
      {found.map(finding => (
        <li key={`${ruleTitle(finding)} ${finding.severity}`} data-tone={tones[finding.severity]}>
          <span>{words[finding.severity]}</span>
          <div>
            <strong>
              {ruleTitle(finding)}
              <em> · {plural(finding.count, 'linha', 'linhas')}</em>
            </strong>
            <p>{whereOf(finding)}</p>
          </div>
          {finding.rule && finding.sure > 0 && (
            <Button variant="default" size="compact-sm" onClick={() => void taking.cure(finding.rule ?? '')}>
              {`${cures[finding.rule] ?? 'Corrigir'} em ${plural(finding.sure, 'linha', 'linhas')}`}
            </Button>
          )}
          {translates && ['token', 'place', 'speed'].includes(finding.rule ?? '') && (
            <Button variant="default" size="compact-sm" onClick={() => taking.go('colunas')}>
              Traduzir de uma vez
            </Button>
          )}
        </li>
      ))}
    </List>
  )
}

function whereOf({ example, lines, count, severity }: Findings): string {
  if (severity === 'correction' || count === 1) return example
  const more = lines.slice(1, 8)
  return `${example} Também: ${more.join(', ')}${count > more.length + 1 ? ' e outras' : ''}.`
}
