import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, doneShape, listShape, rowShape } from '#kernel/wire.ts'
import { collectFiles, collects } from '#features/regulatory/collects/coleta/collects.ts'
import { sendsFile } from '#parts/file/taken.ts'
import { receiptGiven, refusalGiven } from '#parts/sending/given.ts'
import { versionDifference } from '#features/regulatory/collects/files/schema.ts'

export const downloadCollectFile = call.get('/collects/:id/file', {
  id: 'collects.file',
  summary: 'Baixar o arquivo mensal da coleta',
  of: collects,
  rate: 'heavy',
  answer: 'file',
  gives: ['text/csv; charset=utf-8'],
})

export const recordCollectError = call.put('/collects/:id/erro', {
  id: 'collects.erro',
  summary: 'Registrar o erro que a Anatel devolveu',
  of: collects,
  body: refusalGiven,
  answer: doneShape(rowShape(collects)),
})

export const storeCollectReceipt = call.post('/collects/:id/recibo', {
  ...sendsFile,
  id: 'collects.recibo',
  summary: 'Guardar o recibo que a Anatel deu',
  of: collects,
  writes: [collectFiles],
  audit: 'collect-files.store',
  query: receiptGiven,
  status: 201,
  answer: doneShape(rowShape(collectFiles)),
})

const sentVersion = z.object({
  edition: z.int(),
  /** Identifies its stored file. */
  uuid: z.string(),
  /** Proves that a file is this one: SHA-256 of its bytes, in hexadecimal. */
  sha256: z.string(),
  name: z.string(),
  at: z.string(),
  user: z.string().nullable(),
  rows: z.int(),
  accesses: z.int(),
})
export type SentVersion = z.infer<typeof sentVersion>

const collectVersions = z.object({
  /** Lists those sent and stored, the last first. */
  versions: listShape(sentVersion),
  /** The version of the coleta as it is now, when it was not sent. */
  current: z.int().nullable(),
  /** What is compared; null when there is nothing to compare. */
  pair: z.object({ before: z.int(), after: z.int() }).nullable(),
  difference: versionDifference.nullable(),
})
export type CollectVersions = z.infer<typeof collectVersions>

const edition = z.coerce.number<number>('Informe o número da versão.').int().min(1).max(100_000).optional()
/** Two versions by number; by default the newest and the one before it. */
const versionPair = z.strictObject({ de: edition, ate: edition })
export type VersionPair = z.infer<typeof versionPair>

export const compareVersions = call.get('/collects/:id/versoes', {
  id: 'collects.versoes',
  summary: 'Ver as versões enviadas da coleta e o que mudou de uma a outra',
  of: collects,
  query: versionPair,
  answer: dataShape(collectVersions),
})
