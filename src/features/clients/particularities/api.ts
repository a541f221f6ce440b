import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { doneShape, listShape, rowShape } from '#kernel/wire.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { particularities } from '#features/clients/particularities/particularities.ts'

export const applyParticularity = call.put('/particularities/specific-synchronizer/:particularity/:client', {
  id: 'particularities.specific-synchronizer',
  summary: 'Trazer os campos de uma particularidade para um cliente',
  of: clients,
  audit: 'clients.update',
  answer: doneShape(rowShape(clients)),
})

const uuid = z.uuid('Informe identificadores de clientes.')
const MOST_CLIENTS = 1_000

const particularityClient = z.object({ uuid: z.string(), name: z.string() })
export type ParticularityClient = z.infer<typeof particularityClient>
const leftClient = particularityClient.extend({ reason: z.string() })

const bringing = z.object({
  /** Nothing was written: the answer says what would be. */
  looked: z.boolean(),
  brought: listShape(particularityClient.extend({ version: z.int() })),
  left: listShape(leftClient),
})
/** Who gets the fields of a particularity, who is left out, and why. */
export type Bringing = z.infer<typeof bringing>

export const bringParticularity = call.put('/particularities/:id/sincronizar', {
  id: 'particularities.sincronizar',
  summary: 'Trazer os campos de uma particularidade para vários clientes',
  of: clients,
  writes: [particularities],
  audit: 'clients.update',
  body: z.strictObject({
    /** Without it, the clients that already have the particularity get the fields as they are defined now. */
    clients: z
      .array(z.union([z.int().positive(), uuid], 'Informe códigos ou identificadores.'), 'Informe a lista de clientes.')
      .min(1, 'Escolha ao menos um cliente.')
      .max(MOST_CLIENTS, 'Escolha no máximo 1.000 clientes por vez.')
      .optional(),
    look: z.boolean('Informe sim ou não.').default(false),
  }),
  answer: doneShape(bringing),
})

export const undoBringing = call.put('/particularities/:id/desfazer', {
  id: 'particularities.desfazer',
  summary: 'Desfazer o que uma particularidade acabou de trazer',
  of: clients,
  writes: [particularities],
  audit: 'clients.update',
  body: z.strictObject({
    clients: z
      .array(z.strictObject({ uuid, version: z.int().positive() }), 'Informe a lista de clientes.')
      .min(1)
      .max(MOST_CLIENTS),
  }),
  answer: doneShape(z.object({ undone: z.int(), left: listShape(leftClient) })),
})
