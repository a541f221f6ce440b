import { sql } from 'kysely'
import * as z from 'zod'
import { isStaff } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { doneJson, integer, list, maybe, pageJson, rowJson, shape, string } from '#kernel/json.ts'
import { listQuery } from '#kernel/page.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { day } from '#kernel/schema.ts'
import { clients } from '#features/clients/clients.ts'
import { documents, documentTypes } from '#features/documents/documents.ts'
import { pendingOf, pendingStates } from '#features/documents/pending.ts'
import { fileLimit, showBytes } from '#parts/file/file.ts'
import { inspect } from '#parts/file/inspect.server.ts'
import { keepFile, readKept, sweepFiles } from '#parts/file/store.server.ts'
import type { Config } from '#server/config.ts'
import { key } from '#server/crud.ts'
import { extend } from '#server/extend.ts'
import { Answer, done, operation, type Ctx, type Sql } from '#server/operation.ts'

/** Bytes all the documents of one client may take. */
const clientLimit = 2 * 1024 ** 3
const ofClient = { access: 'permission', scope: clients, params: z.object({ id: key }) } as const

const told = z.strictObject({
  name: z.string('Informe o nome do arquivo.').trim().min(1, 'Informe o nome do arquivo.').max(255),
  document_type_id: z.coerce.number('Escolha um tipo da lista.').int().positive().optional(),
  valid_until: day.optional(),
})

const store = operation<{ id: string }, z.infer<typeof told>, Buffer>({
  ...ofClient,
  id: 'clients.documents.store',
  summary: 'Enviar um documento do cliente',
  method: 'POST',
  url: '/api/v1/clients/:id/documents',
  rate: 'write',
  audit: 'documents.store',
  // The bytes reach the disk before the row is written, and hold no transaction meanwhile.
  transaction: 'own',
  media: ['application/octet-stream'],
  limit: fileLimit,
  query: told,
  body: z.instanceof(Buffer, { error: 'Envie o arquivo no corpo do pedido.' }),
  answers: { 201: doneJson(rowJson(documents)) },
  handle: async (ctx, { params, query, body }) => {
    const { id: client_id, active } = await ctx.rows(clients).find(params.id)
    if (!active) throw problem('conflict', 'O cliente está inativo: reative antes de enviar documentos.')
    const { name, ext } = await inspect(query.name, body)
    await refuseOverflow(ctx, client_id, body.length)
    const sha256 = await keepFile(ctx.config, body)
    const made = await ctx.transact(async inner => {
      await refuseTwin(inner, client_id, sha256)
      return inner.rows(documents).create({
        name,
        ext,
        size: body.length,
        sha256,
        client_id,
        user_id: ctx.user.id,
        document_type_id: query.document_type_id ?? null,
        valid_until: query.valid_until ?? null,
      })
    })
    return new Answer(201, done(201, 'Documento guardado com sucesso.', made))
  },
})

async function refuseOverflow({ sql: db }: Ctx, client: number, size: number) {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(size), 0)::float8 as held from documents where client_id = ${client} and deleted_at is null`.execute(
    db,
  )
  if ((rows[0]?.held ?? 0) + size > clientLimit)
    throw invalid({
      file: `Os documentos deste cliente já ocupam ${showBytes(clientLimit)}. Exclua o que não serve mais.`,
    })
}

async function refuseTwin({ sql: db }: Ctx, client: number, sha256: string) {
  const { rows } = await sql<{ name: string }>`
    select name from documents where client_id = ${client} and sha256 = ${sha256} and deleted_at is null limit 1`.execute(
    db,
  )
  if (rows[0]) throw invalid({ file: `Este arquivo já está entre os documentos do cliente, como “${rows[0].name}”.` })
}

const index = operation<{ id: string }, Record<string, unknown>>({
  ...ofClient,
  id: 'clients.documents',
  summary: 'Ver os documentos do cliente',
  method: 'GET',
  url: '/api/v1/clients/:id/documents',
  rate: 'read',
  audit: null,
  query: z.record(z.string(), z.unknown()),
  answers: { 200: pageJson(rowJson(documents, { withLines: false })) },
  handle: async (ctx, { params, query }) => {
    const { id } = await ctx.rows(clients).find(params.id)
    const wanted = listQuery(documents, { ...query, 'filter[client_id]': String(id) }, !isStaff(ctx.user))
    if (wanted.pagination) return ctx.rows(documents).page(wanted)
    const data = await ctx.rows(documents).list(wanted)
    return { data, total: data.length }
  },
})

const pending = operation<{ id: string }>({
  ...ofClient,
  id: 'clients.pending-documents',
  summary: 'Ver o que falta, venceu ou está para vencer dos documentos do cliente',
  method: 'GET',
  url: '/api/v1/clients/:id/pending-documents',
  rate: 'read',
  audit: null,
  answers: {
    200: shape({
      data: list(
        shape({
          document_type: shape({ id: integer, uuid: string, name: string }),
          state: { ...string, enum: Object.keys(pendingStates) },
          valid_until: maybe(string),
        }),
      ),
      total: integer,
    }),
  },
  handle: async (ctx, { params }) => {
    const { id } = await ctx.rows(clients).find(params.id)
    const every = { pagination: 'false', active: 'true' }
    const [asked, held] = [
      await ctx.rows(documentTypes).list(listQuery(documentTypes, every)),
      await ctx.rows(documents).list(listQuery(documents, { ...every, 'filter[client_id]': String(id) })),
    ]
    const data = pendingOf(asked, held, dayIn(new Date()).day)
    return { data, total: data.length }
  },
})

const destroy = operation<{ id: string; upload: string }>({
  ...ofClient,
  params: z.object({ id: key, upload: key }),
  id: 'clients.uploads.destroy',
  summary: 'Excluir um arquivo do cliente',
  method: 'DELETE',
  url: '/api/v1/clients/:id/uploads/:upload',
  rate: 'write',
  audit: 'documents.destroy',
  answers: { 200: doneJson(shape({})) },
  handle: async (ctx, { params }) => {
    const { id } = await ctx.rows(clients).find(params.id)
    const { id: document, client_id } = await ctx.rows(documents).find(params.upload)
    if (client_id !== id) throw problem('missing')
    await ctx.rows(documents).remove(document)
    return done(200, 'Arquivo excluído com sucesso.', {})
  },
})

const references = z.strictObject({
  uuids: z.array(z.uuid('Informe identificadores de arquivos.'), 'Informe a lista de arquivos.').min(1).max(100),
})

const getFiles = operation<unknown, unknown, z.infer<typeof references>>({
  id: 'internal-uploads.get-files',
  summary: 'Ver de que arquivos se trata',
  method: 'POST',
  url: '/api/v1/internal-uploads/get-files',
  access: 'permission',
  scope: documents,
  rate: 'read',
  audit: null,
  body: references,
  answers: { 200: shape({ data: list(shape({ uuid: string, name: string, ext: string, size: integer })) }) },
  handle: async (ctx, { body }) => {
    const rows = await Promise.all(body.uuids.map(uuid => ctx.rows(documents).seek(uuid)))
    return {
      data: rows.flatMap(row => (row ? [{ uuid: row.uuid, name: row.name, ext: row.ext, size: row.size }] : [])),
    }
  },
})

const getFile = operation<{ upload: string }>({
  id: 'internal-uploads.get-file',
  summary: 'Baixar um arquivo',
  method: 'GET',
  url: '/api/v1/internal-uploads/get-file/:upload',
  access: 'permission',
  scope: documents,
  rate: 'read',
  audit: null,
  params: z.object({ upload: key }),
  answers: { 200: 'file' },
  handle: async (ctx, { params }) => {
    const { id, name } = await ctx.rows(documents).find(params.upload)
    const { rows } = await sql<{ sha256: string }>`select sha256 from documents where id = ${id}`.execute(ctx.sql)
    return new Answer(200, await readKept(ctx.config, rows[0]?.sha256 ?? ''), {
      // What people sent is never opened in our own house: saved, not shown, and in a sandbox if it is.
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
  },
})

export const documentsOnServer = extend(documents, {
  operations: [store, index, pending, destroy, getFiles, getFile],
  /** A file renamed keeps its extension. */
  beforeUpdate: (draft, { ext }) =>
    draft.name === undefined || draft.name.toLowerCase().endsWith(`.${ext}`)
      ? draft
      : { ...draft, name: `${draft.name.slice(0, 155)}.${ext}` },
})

/** Uploads whose row was never written. What was deleted keeps its bytes: it may be wanted back. */
export const sweepDocuments = (db: Sql, config: Config) =>
  sweepFiles(config, async names => {
    const { rows } = await sql<{ sha256: string }>`
      select distinct sha256 from documents where sha256 = any(${[...names]}::text[])`.execute(db)
    return new Set(rows.map(({ sha256 }) => sha256))
  })
