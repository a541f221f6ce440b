import * as z from 'zod'
import { featureSetting } from '#server/config.ts'

/** Where answers by mail come to. */
export const replyTo = featureSetting(
  'MAIL_REPLY_TO',
  z
    .email({ error: 'deve ser um e-mail, como suporte@empresa.com.br' })
    .toLowerCase()
    .refine(
      given => !given.includes('+') && (given.split('@')[0] ?? '').length <= 31,
      'deve ter até 31 letras antes do @, e nenhum +',
    )
    .optional(),
  'Address answers on tickets come to, whose server takes `suporte+anything@` too: each person gets one of their own; unset: tickets are answered in the system alone',
)

export const replySettings = [replyTo] as const
