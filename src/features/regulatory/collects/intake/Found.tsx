import { Button } from '@mantine/core'
import { plural } from '#features/regulatory/collects/coleta/said.ts'
import { cures, rulesSure, ruleTitle } from '#features/regulatory/collects/intake/rules.ts'
import { FoundList, FoundSection, type FoundLine } from '#features/regulatory/intake/FoundList.tsx'
import type { Findings, Preview } from '#features/regulatory/collects/intake/intake.ts'
import { lineName, type TableFacts } from '#parts/table/table.ts'
import type { CollectIntake } from '#features/regulatory/collects/intake/useIntake.web.ts'

/** So many kinds of corrections are shown without unfolding. */
const correctionsShown = 4
const tones = { error: 'erro', warning: 'atencao', correction: 'info' } as const
const words = { error: 'Impede', warning: 'Aviso', correction: 'Corrigido' } as const

interface Props {
  readonly intake: CollectIntake
  readonly preview: Preview
}

/** What was found in the file, by reason: how many rows, one example, and the sure cure where there is one. */
export function Found({ intake, preview: { findings, columns, facts } }: Props) {
  const sure = rulesSure(findings)
  const open = findings.filter(({ severity }) => severity !== 'correction')
  const done = findings.filter(({ severity }) => severity === 'correction')
  if (!findings.length) return null
  const lineOf = (finding: Findings): FoundLine => ({
    key: `${ruleTitle(finding)} ${finding.severity}`,
    tone: tones[finding.severity],
    word: words[finding.severity],
    title: ruleTitle(finding),
    count: plural(finding.count, 'linha', 'linhas'),
    where: whereOf(finding, facts),
    acts: <Acts finding={finding} intake={intake} translates={columns !== null && finding.severity !== 'correction'} />,
  })
  return (
    <FoundSection
      acts={
        sure.length > 0 && (
          <Button
            variant="light"
            onClick={() => void intake.tell({ safe: [...new Set([...intake.told.safe, ...sure])] })}
          >
            {`Corrigir seguros (${findings.reduce((sum, each) => sum + each.sure, 0)})`}
          </Button>
        )
      }
    >
      {open.length > 0 && <FoundList lines={open.map(lineOf)} />}
      {done.length > 0 && (
        <details open={done.length <= correctionsShown}>
          <summary>{plural(done.length, 'correção já feita', 'correções já feitas')} ao ler o arquivo</summary>
          <FoundList lines={done.map(lineOf)} />
        </details>
      )}
    </FoundSection>
  )
}

interface ActsProps {
  readonly finding: Findings
  readonly intake: CollectIntake
  /** Allows one translation of the file's values for all rows. */
  readonly translates: boolean
}

const Acts = ({ finding: { rule, sure }, intake, translates }: ActsProps) => (
  <>
    {rule && sure > 0 && (
      <Button variant="default" size="compact-sm" onClick={() => void intake.cure(rule)}>
        {`${cures[rule] ?? 'Corrigir'} em ${plural(sure, 'linha', 'linhas')}`}
      </Button>
    )}
    {translates && ['token', 'place', 'speed'].includes(rule ?? '') && (
      <Button variant="default" size="compact-sm" onClick={() => intake.go('colunas')}>
        Traduzir de uma vez
      </Button>
    )}
  </>
)

function whereOf({ example, lines, count, severity }: Findings, facts: TableFacts | null): string {
  if (severity === 'correction' || count === 1) return example
  const more = lines.slice(1, 8).map(line => lineName(facts, line))
  return `${example} Também: ${more.join(', ')}${count > more.length + 1 ? ' e outras' : ''}.`
}
