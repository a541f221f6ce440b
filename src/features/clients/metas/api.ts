import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { rowKey } from '#kernel/key.ts'
import { dataShape, doneShape, listShape } from '#kernel/wire.ts'
import { spreadLimit } from '#features/clients/metas/limits.ts'
import { holders } from '#features/clients/metas/holders.ts'
import { stations } from '#features/network/stations/stations.ts'
import { fileCalled, sendsFile } from '#parts/file/taken.ts'
import { countedConsequence } from '#features/clients/metas/consequences.ts'

/** `clients`: those that have the particularity whose definition it is, and are the reader's to see. */
const definitionPreview = z.object({ consequences: listShape(countedConsequence), clients: z.int() })
export type DefinitionPreview = z.infer<typeof definitionPreview>

/** It requires the permission to define fields: a client with it sends this before it saves a definition. */
export const previewDefinition = call.post('/metas/consequencias', {
  id: 'metas.definir',
  summary: 'Definir campos, e ver antes o que isso faz com o que já foi preenchido',
  of: 'none',
  rate: 'read',
  audit: null,
  body: z.strictObject({
    section: z.enum(
      holders.map(({ path }) => path),
      'Escolha uma das listas do sistema.',
    ),
    id: z.union([z.int().positive().transform(String), z.string()], 'Informe o registro.').pipe(rowKey),
    metas: z.array(z.unknown(), 'Informe uma lista.'),
  }),
  answer: dataShape(definitionPreview),
})

const spreadAnswer = z.object({
  brought: listShape(z.object({ uuid: z.string(), name: z.string(), version: z.int() })),
  left: listShape(z.object({ uuid: z.string(), name: z.string(), reason: z.string() })),
})
/** To which stations fields were brought, or would be, and which were left out, and why. */
export type SpreadAnswer = z.infer<typeof spreadAnswer>

export const spreadFields = call.put('/metas/stations/:id/levar', {
  id: 'metas.levar',
  summary: 'Levar os campos de uma estação às outras do mesmo cliente',
  of: stations,
  audit: 'stations.update',
  /** `look`: nothing is changed, and the answer says what would be. */
  body: z.strictObject({ look: z.boolean('Informe sim ou não.').default(false) }),
  answer: doneShape(spreadAnswer),
})

export const undoSpread = call.put('/metas/stations/desfazer', {
  id: 'metas.desfazer',
  summary: 'Desfazer os campos que acabaram de ser levados a estações',
  of: stations,
  audit: 'stations.update',
  body: z.strictObject({
    stations: z
      .array(z.strictObject({ uuid: z.uuid(), version: z.int().positive() }), 'Informe a lista de estações.')
      .min(1)
      .max(spreadLimit),
  }),
  answer: doneShape(spreadAnswer),
})

export const storeMetaUpload = call.post('/meta-uploads/:section/:id', {
  id: 'meta-uploads.store',
  summary: 'Enviar o arquivo de um campo',
  of: 'none',
  // The field that names the file is recorded where its row is saved.
  audit: null,
  ...sendsFile,
  params: z.object({ section: z.string().max(60), id: rowKey }),
  query: z.strictObject({ name: fileCalled }),
  status: 201,
  answer: doneShape(z.object({ uuid: z.string(), name: z.string(), size: z.int(), value: z.string() })),
})

export const downloadMetaUpload = call.get('/meta-uploads/:upload', {
  id: 'meta-uploads.show',
  summary: 'Baixar o arquivo de um campo',
  of: 'none',
  params: z.object({ upload: z.string().max(60) }),
  answer: 'file',
})
