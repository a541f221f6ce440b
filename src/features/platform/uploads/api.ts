import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { integer, shape, string } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import type { AnyResource, RowOf } from '#kernel/resource.ts'
import { dataShape, listShape, valueShape } from '#kernel/wire.ts'

const fileJson = shape({ uuid: string, name: string, ext: string, size: integer })
export const listUploads = call.post('/internal-uploads/get-files', {
  id: 'internal-uploads.get-files',
  summary: 'Ver de que arquivos se trata',
  of: 'none',
  rate: 'read',
  audit: null,
  body: z.strictObject({
    uuids: z.array(z.uuid('Informe identificadores de arquivos.'), 'Informe a lista de arquivos.').min(1).max(100),
  }),
  // Rows of any section of files: these four of each are answered.
  answer: dataShape(listShape(valueShape<RowOf<AnyResource>>(fileJson))),
})

/** A file is found by its uuid alone: a number is another file's in each section. */
const fileKey = z.string().transform(given => {
  if (!z.uuid().safeParse(given).success) throw problem('missing')
  return given
})

export const downloadUpload = call.get('/internal-uploads/get-file/:upload', {
  id: 'internal-uploads.get-file',
  summary: 'Baixar um arquivo',
  of: 'none',
  params: z.object({ upload: fileKey }),
  answer: 'file',
})
