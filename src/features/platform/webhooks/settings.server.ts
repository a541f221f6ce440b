import * as z from 'zod'
import { featureSetting } from '#server/config.ts'

export const insideHosts = featureSetting(
  'WEBHOOK_HOSTS',
  z
    .string()
    .transform(text =>
      text
        .toLowerCase()
        .split(',')
        .map(host => host.trim())
        .filter(Boolean),
    )
    .pipe(
      z.array(
        z.string().refine(host => URL.canParse(`http://${host}`) && new URL(`http://${host}`).host === host, {
          error: 'deve ser uma lista de servidores separados por vírgula, como erp.interno:8443',
        }),
      ),
    )
    .optional(),
  'Hosts inside, as `erp.interno:8443`, separated by commas, to which webhooks may be sent although their addresses are not public, without TLS too; unset: none',
)

export const webhookSettings = [insideHosts] as const
