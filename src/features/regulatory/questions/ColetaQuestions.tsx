import { Link } from '@tanstack/react-router'
import { can, isStaff } from '#kernel/access.ts'
import { isLocked, type ListedOf } from '#kernel/resource.ts'
import { showInstant } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { questionHelp } from '#features/regulatory/questions/help.ts'
import {
  endQuestion,
  isOpenQuestion,
  useQuestionActs,
  useQuestions,
} from '#features/regulatory/questions/useQuestions.web.ts'
import { Conversation } from '#features/support/tickets/conversation/Conversation.tsx'
import type { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from '#features/regulatory/questions/questions.module.css'

const endedQuestions = { one: 'pergunta encerrada', many: 'perguntas encerradas', gender: 'f' } as const

/** The office's questions to the client about a coleta: the open one with its conversation, and those that were ended. */
export default function ColetaQuestions({ collect }: { readonly collect: Pick<Collect, 'id' | 'status'> }) {
  const user = useUser()
  const { data } = useQuestions(collect)
  if (!data?.data.length) return null
  const open = data.data.filter(isOpenQuestion)
  const ended = data.data.filter(each => !isOpenQuestion(each))
  return (
    <>
      {open.map(each => (
        <OpenQuestion key={each.uuid} question={each} isHandedOver={isLocked(collects, collect, user)} />
      ))}
      {ended.length > 0 && (
        <details className={styles.ended}>
          <summary>{count(ended.length, endedQuestions)}</summary>
          <ul>
            {ended.map(({ uuid, id, name, created_at }) => (
              <li key={uuid}>
                <Link to={`/tickets/${uuid}`}>{`#${id} ${name}`}</Link>
                <span className="meta">{` de ${showInstant(created_at)}`}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

interface OpenQuestionProps {
  readonly question: ListedOf<typeof tickets>
  /** Its reader may not change the coleta any more. */
  readonly isHandedOver: boolean
}
function OpenQuestion({ question, isHandedOver }: OpenQuestionProps) {
  const user = useUser()
  const staff = isStaff(user)
  const { busy, refusal, end } = useQuestionActs()
  const isAnswered = question.spoken_user_id !== null && question.spoken_user_id !== question.opened_user_id
  return (
    <Card
      className={styles.question}
      title={staff ? 'Pergunta ao cliente' : 'A consultoria pergunta'}
      beside={
        staff &&
        can(user, endQuestion.id) && (
          <BusyButton
            variant="default"
            size="compact-md"
            busy={busy}
            doing="Encerrando…"
            onClick={() => void end(question.uuid)}
          >
            Encerrar pergunta
          </BusyButton>
        )
      }
    >
      {refusal && (
        <p role="alert" className="wrong">
          {refusal}
        </p>
      )}
      <p className={`meta ${styles.help}`}>{questionHelp({ staff, isAnswered, isHandedOver })}</p>
      <Conversation ticket={{ ...question }} joined={[]} open keys={false} />
    </Card>
  )
}
