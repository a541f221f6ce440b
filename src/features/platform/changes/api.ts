import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { listShape } from '#kernel/wire.ts'

const changeShape = z.object({
  /** Of the line of history: equal in every answer that has it. */
  id: z.int(),
  at: z.string(),
  /** The section's path: 'clients'. */
  resource: z.string(),
  /** 'store', 'update', 'disable', 'enable', 'destroy', 'restaurar', or what the section itself does: 'enviar'. */
  action: z.string(),
  uuid: z.string(),
  row_id: z.int(),
  /** Of the row now: 'present', 'deleted', or 'gone', which is out of what the reader sees since this change. */
  fate: z.enum(['present', 'deleted', 'gone']),
})
export type ChangeAnswer = z.infer<typeof changeShape>

export const changeLimits = { rows: 500, paths: 50 } as const

export const listChanges = call.get('/changes', {
  id: 'changes.index',
  summary: 'Acompanhar o que mudou desde um ponto',
  of: 'none',
  query: z.strictObject({
    /** Where an earlier answer ended; without it the answer is empty and ends now. */
    since: z.string('Informe o ponto em que a resposta anterior parou.').max(200).optional(),
    /** Sections, as 'clients,fistels'; all by default. */
    resource: z
      .string()
      .max(2_000)
      .transform(text => text.split(','))
      .pipe(z.array(z.string()).max(changeLimits.paths, `Informe no máximo ${changeLimits.paths} seções.`))
      .optional(),
    limit: z.coerce
      .number('Informe quantas mudanças.')
      .int('Informe um número inteiro.')
      .min(1, 'Peça ao menos uma.')
      .max(changeLimits.rows, `Peça no máximo ${changeLimits.rows}.`)
      .default(100),
  }),
  answer: z.object({
    data: listShape(changeShape),
    /** To be sent as `since` next. */
    next: z.string(),
    /** Whether there is more already. */
    more: z.boolean(),
  }),
})
