import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, doneShape, listShape } from '#kernel/wire.ts'

/** What the product does by itself, as the screen shows it. Instants are ISO 8601. */
const choreState = z.object({
  name: z.string(),
  title: z.string(),
  about: z.string(),
  /** Minutes between two runs. */
  every: z.int(),
  running: z.boolean(),
  next_at: z.string(),
  started_at: z.string().nullable(),
  succeeded_at: z.string().nullable(),
  failed_at: z.string().nullable(),
  error: z.string().nullable(),
  said: z.string().nullable(),
  asked_by: z.string().nullable(),
})
export type ChoreState = z.infer<typeof choreState>

const tableSize = z.object({
  name: z.string(),
  title: z.string().nullable(),
  /** As the database estimates them; null where it never counted. */
  rows: z.number().nullable(),
  bytes: z.number(),
})
export type TableSize = z.infer<typeof tableSize>

const heap = z.object({
  name: z.string(),
  files: z.int(),
  /** Null for files that are not there. */
  bytes: z.number().nullable(),
})
/** What there is of one kind in the data folder. */
export type Heap = z.infer<typeof heap>

const copiesState = z.object({
  /** Whether this installation takes copies by itself. */
  on: z.boolean(),
  folder: z.string(),
  /** Hour of Brasília from which the copy of the day is taken. */
  hour: z.int(),
  /** When the last copy that was opened apart and proven was taken, and its bytes; null where there is none. */
  proven_at: z.string().nullable(),
  proven_bytes: z.number().nullable(),
  copies: z.int(),
  bytes: z.number(),
  /** Whether the copies are on the disk of the data, which they do not outlive. */
  one_disk: z.boolean(),
  /** The last proven copy is older than a day. */
  late: z.boolean(),
})
/** How the copies of the installation go, as the last turn of their chore left them. */
export type CopiesState = z.infer<typeof copiesState>

const maintenance = z.object({
  installation: z.string(),
  database_bytes: z.number(),
  chores: listShape(choreState),
  copies: copiesState,
  tables: listShape(tableSize),
  /** What the data folder contains, as last counted; null before the first count. */
  folder: z.object({ at: z.string(), heaps: listShape(heap) }).nullable(),
})
export type Maintenance = z.infer<typeof maintenance>

export const readMaintenance = call.get('/manutencao', {
  id: 'manutencao.index',
  summary: 'Ver as rotinas do sistema e o tamanho do que guarda',
  of: 'none',
  staffOnly: true,
  answer: dataShape(maintenance),
})

export const runChore = call.put('/manutencao/:chore/executar', {
  id: 'manutencao.executar',
  summary: 'Executar agora uma rotina do sistema',
  of: 'none',
  staffOnly: true,
  params: z.object({ chore: z.string().max(60) }),
  answer: doneShape(z.object({})),
})
