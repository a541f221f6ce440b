import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { formats } from '#kernel/format.ts'
import { doneShape, listShape, rowShape } from '#kernel/wire.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import { anatelLimits } from '#features/platform/imports/anatel/limits.ts'
import { imports } from '#features/platform/imports/section/imports.ts'
import { fileCalled, fileStream } from '#parts/file/taken.ts'

export const readAnatelFile = call.get('/anatel/situacao', {
  id: 'anatel.situacao',
  summary: 'Ver de quando é o arquivo de prestadoras da Anatel',
  of: 'none',
  answer: z.object({
    data: z.object({ current_at: z.string(), providers: z.int(), notices: z.int() }).nullable(),
    /** It can be fetched from Anatel's site. */
    fetches: z.boolean(),
    services: listShape(z.object({ code: z.string(), name: z.string().nullable() })),
  }),
})
export const sendAnatelFile = call.post('/anatel/arquivo', {
  id: 'anatel.enviar',
  summary: 'Enviar o arquivo de prestadoras da Anatel',
  of: 'none',
  rate: 'heavy',
  audit: 'imports.store',
  transaction: 'own',
  media: ['application/zip', 'application/vnd.anatel.csv'],
  stream: true,
  limit: anatelLimits.sent,
  query: z.strictObject({ name: fileCalled }),
  body: fileStream,
  status: 201,
  answer: doneShape(rowShape(imports)),
})
export const fetchAnatelFile = call.post('/anatel/buscar', {
  id: 'anatel.buscar',
  summary: 'Buscar o arquivo de prestadoras no site da Anatel',
  of: 'none',
  rate: 'heavy',
  audit: 'imports.store',
  transaction: 'own',
  status: 201,
  answer: doneShape(rowShape(imports)),
})

const providerSearch = z.strictObject({
  search: z.string().trim().max(100).default(''),
  uf: z
    .string()
    .refine(given => given === '' || formats.uf.parse(given) !== null, formats.uf.message)
    .default(''),
  city: z.string().trim().max(80).default(''),
  service: z
    .string()
    .regex(/^\d{0,3}$/)
    .default(''),
  entity: z.enum(['', 'outorgada', 'dispensada']).default(''),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})
export type ProviderSearch = z.infer<typeof providerSearch>

const anatelProvider = z.object({
  document: z.string(),
  name: z.string(),
  fantasy_name: z.string().nullable(),
  entity: z.string().nullable(),
  city: z.string().nullable(),
  uf: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  services: listShape(z.string()),
})
export type AnatelProvider = z.infer<typeof anatelProvider>

export const searchProviders = call.get('/anatel/prestadoras', {
  id: 'anatel.index',
  summary: 'Achar prestadoras que ainda não são clientes nem prospectos',
  of: 'none',
  query: providerSearch,
  answer: z.object({ data: listShape(anatelProvider), total: z.int(), page: z.int(), size: z.int() }),
})

export const adoptProviders = call.post('/anatel/prospectos', {
  id: 'anatel.prospectar',
  summary: 'Registrar prestadoras como prospectos',
  of: 'none',
  writes: [prospects],
  audit: 'prospectos.store',
  body: z.strictObject({
    documents: z
      .array(z.string().max(20), 'Informe as prestadoras.')
      .min(1, 'Escolha ao menos uma prestadora.')
      .max(200, 'Escolha no máximo 200 prestadoras por vez.'),
  }),
  answer: doneShape(
    z.object({
      created: z.int(),
      known: z.int(),
      refused: listShape(z.object({ name: z.string(), why: z.string() })),
    }),
  ),
})
