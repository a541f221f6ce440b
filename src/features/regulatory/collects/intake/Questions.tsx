import { Button } from '@mantine/core'
import { plural } from '#features/regulatory/collects/coleta/said.ts'
import { refusalTitle } from '#features/regulatory/collects/intake/evidence/entry.ts'
import type { FileQuestion, LeftOut } from '#features/regulatory/collects/intake/evidence/questions.ts'
import type { Preview } from '#features/regulatory/collects/intake/intake.ts'
import type { CollectIntake } from '#features/regulatory/collects/intake/useIntake.web.ts'
import { FoundSection } from '#features/regulatory/intake/FoundList.tsx'
import { titlesLeft } from '#features/regulatory/intake/mapping.ts'
import { List } from '#web/ui/List.tsx'
import styles from '#features/regulatory/intake/intake.module.css'

interface Props {
  readonly intake: CollectIntake
  readonly preview: Preview
}

/** What the file shows besides its rows: what has to be answered, what is left out and what it weighs. */
export function Questions({ intake, preview: { questions, leftOut, columns, header } }: Props) {
  const open = questions.filter(({ kind }) => kind !== 'note')
  const notes = questions.filter(({ kind }) => kind === 'note')
  // A column with a question is in use.
  const left = (columns ? titlesLeft(columns.mapping, header) : []).filter(
    // Our own words in a file of refused rows are none of its columns.
    title => title !== refusalTitle && !questions.some(({ text }) => text.includes(`“${title}”`)),
  )
  if (!questions.length && !leftOut.length && !left.length && !columns?.remembered) return null
  return (
    <FoundSection title="O que o arquivo diz" whole>
      <List boxed wrap tabIndex={0}>
        {open.map(question => (
          <QuestionLine key={question.key} question={question} intake={intake} />
        ))}
        {notes.map(({ key, text }) => (
          <NoteLine key={key} tone="info" word="Atenção" text={text} />
        ))}
        {leftOut.map(each => (
          <NoteLine key={each.reason} tone="atencao" word="Fora" text={leftOutText(each)} />
        ))}
        {left.length > 0 && (
          <NoteLine
            tone="info"
            word="Fora"
            text={`${left.length === 1 ? 'Coluna' : 'Colunas'} sem uso: ${left.join(', ')}.`}
          />
        )}
        {columns?.remembered && (
          <li data-tone="info">
            <span>Colunas</span>
            <div>
              <p>
                {columns.remembered.name
                  ? `Lidas como da última vez (${columns.remembered.name}).`
                  : 'Propostas como em outro provedor com o mesmo sistema.'}
              </p>
            </div>
            <Button variant="default" size="compact-sm" onClick={() => intake.go('colunas')}>
              Rever
            </Button>
          </li>
        )}
      </List>
    </FoundSection>
  )
}

const leftOutText = ({ reason, rows, accesses }: LeftOut) =>
  `${reason}: ${plural(rows, 'linha', 'linhas')}, ${plural(accesses, 'acesso', 'acessos')}.`

interface NoteProps {
  readonly tone: 'info' | 'atencao'
  readonly word: string
  readonly text: string
}
const NoteLine = ({ tone, word, text }: NoteProps) => (
  <li data-tone={tone}>
    <span>{word}</span>
    <div>
      <p>{text}</p>
    </div>
  </li>
)

/** A question, with a button for each answer; the one given is pressed, and may be changed. */
function QuestionLine({ question, intake }: { readonly question: FileQuestion; readonly intake: CollectIntake }) {
  const { key, kind, text, choices, answer } = question
  const tone = kind === 'stop' ? 'erro' : answer === null ? 'erro' : 'ok'
  return (
    <li data-tone={tone} data-question={key}>
      <span>{kind === 'stop' ? 'Impede' : answer === null ? 'Responda' : 'Respondida'}</span>
      <div>
        <p>{text}</p>
        {choices.length > 0 && (
          <div className={styles.among} role="group" aria-label={text}>
            {choices.map(({ value, label }) => (
              <Button
                key={value}
                size="compact-sm"
                variant={value === answer ? 'filled' : 'default'}
                aria-pressed={value === answer}
                disabled={intake.doing === 'keeping'}
                onClick={() => void intake.answer(key, value)}
              >
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
    </li>
  )
}

/** '2 perguntas', '1 ponto que impede'. */
export const openText = (open: readonly FileQuestion[]) => {
  const stops = open.filter(({ kind }) => kind === 'stop').length
  const asked = open.length - stops
  return [
    ...(asked ? [plural(asked, 'pergunta para responder', 'perguntas para responder')] : []),
    ...(stops ? [plural(stops, 'ponto que impede', 'pontos que impedem')] : []),
  ].join(' e ')
}
