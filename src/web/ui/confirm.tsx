import { createStore } from '#web/store.ts'

interface Question {
  /** Names the object: 'Excluir o cliente Rádio Vale?' */
  readonly title: string
  /** The consequence: '14 tarefas e 3 enlaces deixam de aparecer.' */
  readonly text?: string
  /** The verb on the button: 'Excluir'. */
  readonly act: string
  readonly cancel?: string
  readonly danger?: boolean
  /** What must be typed before, for what cannot be undone in bulk. */
  readonly typed?: string
}
export interface OpenQuestion extends Question {
  readonly answer: (yes: boolean) => void
}

/** What `ConfirmHost` shows, which comes once the first screen is there. */
export const openQuestion = createStore<OpenQuestion | null>(null)

/** Asks, and answers whether to go on. */
export const confirm = (question: Question) =>
  new Promise<boolean>(resolve => {
    openQuestion.get()?.answer(false)
    openQuestion.set({
      ...question,
      answer: yes => {
        openQuestion.set(null)
        resolve(yes)
      },
    })
  })
