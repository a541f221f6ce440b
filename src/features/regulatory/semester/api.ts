import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { string } from '#kernel/json.ts'
import { dataShape, listShape, valueShape } from '#kernel/wire.ts'
import type { Figures } from '#features/regulatory/anatel/economic-layout.ts'
import { clients } from '#features/clients/clients/clients.ts'

const year = z.coerce.number('Informe o ano.').int().min(2000).max(2100)
const semester = z.coerce
  .number('Informe o semestre.')
  .pipe(z.union([z.literal(1), z.literal(2)], { error: 'O semestre é 1 ou 2.' }))
const ofAll = z.strictObject({ year, semester })
const ofOne = z.strictObject({ client: z.string().meta({ description: 'Código ou uuid' }), year, semester })
export type ClientOfSemester = z.infer<typeof ofOne>

const client = z.object({ id: z.int(), uuid: z.string(), name: z.string() })
const figures = z.object({
  service: valueShape<Figures['service']>(string),
  state: z.string(),
  quarter: valueShape<Figures['quarter']>({ type: 'integer' }),
  rol: z.number(),
  capex: z.number(),
  traffic: z.number(),
})
/** What is missing from the figures, or what to look at twice in them. */
const gap = z.object({
  /** Without it the file is not whole. */
  missing: z.boolean(),
  message: z.string(),
  month: z.object({ year: z.int(), month: z.int() }),
  /** The coleta to open; null when there is none. */
  uuid: z.string().nullable(),
})
export const readSemester = call.get('/collects/semestre', {
  id: 'collects.semestre',
  summary: 'Ver o econômico-financeiro de um cliente no semestre',
  of: clients,
  query: ofOne,
  answer: dataShape(z.object({ client, figures: listShape(figures), gaps: listShape(gap), complete: z.boolean() })),
})
export const downloadSemester = call.get('/collects/semestre/arquivo', {
  id: 'collects.semestre.arquivo',
  summary: 'Baixar o arquivo econômico-financeiro de um cliente no semestre',
  of: clients,
  rate: 'heavy',
  query: ofOne,
  answer: 'file',
  gives: ['text/csv; charset=utf-8'],
})

const semesterRow = z.object({
  client,
  /** The last day of a contract that is over. */
  lapsed: z.string().nullable(),
  complete: z.boolean(),
  missing: z.int(),
  doubtful: z.int(),
  states: z.int(),
  why: z.string().nullable(),
})
export type SemesterRow = z.infer<typeof semesterRow>
export const listSemesters = call.get('/collects/semestres', {
  id: 'collects.semestres',
  summary: 'Ver que clientes têm o econômico-financeiro do semestre completo',
  of: clients,
  rate: 'heavy',
  query: ofAll,
  answer: dataShape(listShape(semesterRow)),
})
export const downloadSemesters = call.get('/collects/semestres/arquivos', {
  id: 'collects.semestres.arquivos',
  summary: 'Baixar os arquivos econômico-financeiros do semestre, com o que ficou de fora e por quê',
  of: clients,
  rate: 'heavy',
  query: ofAll,
  answer: 'file',
  gives: ['application/zip'],
})
