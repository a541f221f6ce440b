import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { formats } from '#kernel/format.ts'
import { dataShape, doneShape, listedRowShape, listShape, noData, pageShape, rowShape } from '#kernel/wire.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { clientObservations } from '#features/clients/clients/observations.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'

export const listFistelsOfClient = call.get('/clients/:id/fistels', {
  id: 'clients.fistels',
  summary: 'Ver os fistéis do cliente',
  of: clients,
  lists: fistels,
  answer: pageShape(listedRowShape(fistels)),
})

export const listObservations = call.get('/clients/:id/observations', {
  id: 'clients.observations',
  summary: 'Ver as observações do cliente',
  of: clients,
  lists: clientObservations,
  answer: pageShape(listedRowShape(clientObservations)),
})

export const writeObservation = call.post('/clients/:id/observations', {
  id: 'clients.observations.store',
  summary: 'Registrar uma observação',
  of: clients,
  writes: [clientObservations],
  audit: 'client-observations.store',
  body: z.strictObject({
    content: z.string('Preencha este campo.').trim().min(1, 'Preencha este campo.').max(10_000),
  }),
  status: 201,
  answer: doneShape(rowShape(clientObservations)),
})

export const listClientPeople = call.get('/clients/:id/users', {
  id: 'clients.users',
  summary: 'Ver quem entra pelo cliente',
  of: clients,
  answer: z.object({
    data: listShape(
      z.object({
        id: z.int(),
        uuid: z.string(),
        name: z.string(),
        email: z.string(),
        /** The person is in use and has a profile of clients in use. */
        enters: z.boolean(),
      }),
    ),
    total: z.int(),
  }),
})

const typedAs = (format: 'phone' | 'email') =>
  z
    .string(formats[format].message)
    .refine(given => formats[format].parse(given) !== null, formats[format].message)
    .transform(given => formats[format].parse(given) ?? given)
    .optional()

export const addResponsible = call.post('/clients/:id/adicionar-responsavel', {
  id: 'clients.adicionar-responsavel',
  summary: 'Acrescentar um responsável aos contatos do cliente',
  of: clients,
  audit: 'clients.update',
  body: z.strictObject({
    responsible: z.string('Informe o nome do responsável.').trim().min(1, 'Informe o nome do responsável.').max(80),
    phone: typedAs('phone'),
    mail: typedAs('email'),
  }),
  answer: doneShape(rowShape(clients)),
})

const twin = z.object({
  uuid: z.string(),
  name: z.string(),
  document: z.string(),
  /** Of its section: clients or prospects. */
  path: z.string(),
  /** The document is the same, not only the name alike. */
  same: z.boolean(),
})

export const findTwins = call.get('/clients/twins', {
  id: 'clients.twins',
  summary: 'Ver clientes e prospectos com o mesmo documento ou nome parecido',
  of: clients,
  query: z.strictObject({
    document: z.string().max(20).optional(),
    name: z.string().max(160).optional(),
    /** The one being edited is no twin of itself. */
    except: z.string().optional(),
  }),
  answer: dataShape(listShape(twin)),
})

const clientView = z.object({
  uuid: z.string(),
  /** ISO 8601. */
  until: z.string(),
  /** Null of a client nobody enters for. */
  person: z.string().nullable(),
  client: z.object({ uuid: z.string(), name: z.string() }),
})
/** As whom a tab views, as the server answered when the view began. */
export type ClientView = z.infer<typeof clientView>

export const startClientView = call.post('/clients/:id/ver-como', {
  id: 'clients.ver-como',
  summary: 'Ver o sistema como o cliente o vê',
  of: clients,
  body: z.strictObject({
    /** One of the client's people, by their uuid; null where the client has nobody. */
    user: z.uuid('Escolha uma pessoa do cliente.').nullable().default(null),
  }),
  answer: doneShape(clientView),
})

export const endClientView = call.delete('/users/me/ver-como', {
  id: 'users.me.ver-como.destroy',
  summary: 'Sair da visão do cliente',
  of: 'self',
  access: 'session',
  audit: 'clients.sair-da-visao',
  asOther: true,
  answer: doneShape(noData),
})

/** The clients the user is linked to; for staff, all those visible to them. */
export const listOwnClients = call.get('/users/me/clients', {
  id: 'users.me.clients',
  summary: 'Ver os próprios clientes',
  of: 'self',
  access: 'session',
  lists: clients,
  answer: pageShape(listedRowShape(clients)),
})
