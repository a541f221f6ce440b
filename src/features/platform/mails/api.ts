import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { rowKey } from '#kernel/key.ts'
import { dataShape, doneShape } from '#kernel/wire.ts'
import { mails } from '#features/platform/mails/mails.ts'

const mailsSummary = z.object({
  sent: z.int(),
  waiting: z.int(),
  failed: z.int(),
  /** Where messages are written when no mail server is configured. */
  folder: z.string().nullable(),
  /** Why mail does not leave at the moment. */
  trouble: z.string().nullable(),
})
export type MailsSummary = z.infer<typeof mailsSummary>

export const summarizeMails = call.get('/mails/resumo', {
  id: 'mails.resumo',
  summary: 'Ver quantos e-mails foram, esperam ou falharam, e como saem',
  of: mails,
  answer: dataShape(mailsSummary),
})

export const resendMails = call.put('/mails/reenviar', {
  id: 'mails.reenviar-varios',
  summary: 'Enviar de novo vários e-mails',
  of: mails,
  audit: 'mails.reenviar',
  body: z.strictObject({
    ids: z
      .array(rowKey, 'Informe a lista de e-mails.')
      .min(1, 'Escolha ao menos um e-mail.')
      .max(100, 'Escolha no máximo 100.'),
  }),
  answer: doneShape(z.object({ changed: z.int(), left: z.int() })),
})

export const sendTestMail = call.post('/mails/mail-test', {
  id: 'mails.mail-test',
  summary: 'Enviar um e-mail de teste para o próprio endereço',
  of: 'self',
  writes: [mails],
  rate: 'heavy',
  status: 201,
  answer: doneShape(z.object({ uuid: z.string() })),
})
