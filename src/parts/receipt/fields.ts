import { choice, date, text } from '#kernel/field.ts'
import { paperVerdicts } from '#parts/receipt/verdict.ts'

/** What was read of a paper that is stored beside what was filed. */
export const paperFields = {
  protocol: text('Protocolo', { writable: false, max: 60 }),
  verdict: choice(paperVerdicts, 'O que o papel diz', { writable: false }),
  words: text('Palavras do papel', { writable: false, max: 160 }),
  issued_on: date('Data do papel', { writable: false }),
}
