import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { string } from '#kernel/json.ts'
import { rowKey } from '#kernel/key.ts'
import { day, oneLine } from '#kernel/schema.ts'
import { dataShape, doneShape, listShape, rowShape, valueShape } from '#kernel/wire.ts'
import {
  layoutFamilies,
  type InfrastructureKind,
  type LayoutFamily,
  type LayoutState,
} from '#features/regulatory/anatel/infrastructure-layouts.ts'
import type { FilingRule } from '#features/regulatory/infrastructure/check.ts'
import {
  infrastructureFiles,
  infrastructureFilings,
  type FilingStep,
} from '#features/regulatory/infrastructure/filings.ts'
import { longFileLimits } from '#features/regulatory/infrastructure/long-file.ts'
import { obligations } from '#features/regulatory/obligations/obligations.ts'
import type { Situation } from '#features/regulatory/obligations/standing.ts'
import { fileStream, sendsFile } from '#parts/file/taken.ts'
import { receiptGiven, refusalGiven } from '#parts/sending/given.ts'

const filingYear = z.coerce
  .number<number>('Informe o ano de referência.')
  .int('Informe o ano de referência.')
  .min(2020, 'A coleta de infraestrutura começa em 2020.')
  .max(2099, 'Informe um ano até 2099.')
const families = Object.keys(layoutFamilies).filter((name): name is LayoutFamily => name in layoutFamilies)
const family = z.enum(families, 'Escolha um dos layouts.').optional()

const namedClient = z.object({ id: z.int(), uuid: z.string(), name: z.string() })
/** An answer names and links its client by these. */
export type NamedClient = z.infer<typeof namedClient>
const dutyDays = z.object({ opens: z.string().nullable(), legal: z.string(), due: z.string() })
/** Days of the year's duty. */
export type FilingDuty = z.infer<typeof dutyDays>

const boardRow = z.object({
  client: namedClient,
  /** In the calendar; null for who owes nothing. */
  situation: valueShape<Situation>(string).nullable(),
  lapsed: z.string().nullable(),
  step: valueShape<FilingStep>(string).nullable(),
  edition: z.int(),
  sent_on: z.string().nullable(),
  protocol: z.string().nullable(),
  stations: z.int(),
  links: z.int(),
  left_out: z.int(),
  why: z.string().nullable(),
})
/** A client of the year, on the board of all. */
export type BoardRow = z.infer<typeof boardRow>

export const readFilingBoard = call.get('/infrastructure-filings/quadro', {
  id: 'infrastructure-filings.quadro',
  summary: 'Ver como está a infraestrutura anual de cada cliente',
  of: infrastructureFilings,
  rate: 'heavy',
  query: z.strictObject({ year: filingYear }),
  answer: dataShape(listShape(boardRow)).extend({ duty: dutyDays.nullable(), today: z.string() }),
})

const listedFinding = z.object({
  rule: valueShape<FilingRule>(string),
  /** They stay out of the files; else they go, and are to be looked at. */
  out: z.boolean(),
  of: valueShape<'estacoes' | 'enlaces'>(string),
  count: z.int(),
  label: z.string(),
  path: z.string(),
  query: z.record(z.string(), z.string()).readonly(),
})
/** Rows that lack something, and the list that shows them. */
export type ListedFinding = z.infer<typeof listedFinding>
const plannedFile = z.object({
  kind: valueShape<InfrastructureKind>(string),
  layout: z.string(),
  standing: valueShape<LayoutState>(string),
  said: z.string(),
  rows: z.int(),
})
/** A file as it would be made now. */
export type PlannedFile = z.infer<typeof plannedFile>
const filingCheck = z.object({
  client: namedClient,
  year: z.int(),
  layout: valueShape<LayoutFamily>(string),
  layouts: listShape(z.object({ key: valueShape<LayoutFamily>(string), name: z.string() })),
  duty: dutyDays.nullable(),
  filing: rowShape(infrastructureFilings).nullable(),
  version: z.int().nullable(),
  blocked: z.string().nullable(),
  stations: z.int(),
  left_out: z.int(),
  findings: listShape(listedFinding),
  files: listShape(plannedFile),
  warnings: listShape(z.string()),
  /** What would be written now is what the last version says; null without one. */
  unchanged: z.boolean().nullable(),
})
/** It has what is filed, what is left out, and the filing's state. */
export type FilingCheck = z.infer<typeof filingCheck>

export const checkFiling = call.get('/infrastructure-filings/conferencia', {
  id: 'infrastructure-filings.conferencia',
  summary: 'Conferir o que vai e o que fica de fora da infraestrutura anual de um cliente',
  of: infrastructureFilings,
  rate: 'heavy',
  query: z.strictObject({ client: rowKey, year: filingYear, layout: family }),
  answer: dataShape(filingCheck),
})

export const generateFiling = call.post('/infrastructure-filings/gerar', {
  id: 'infrastructure-filings.gerar',
  summary: 'Gerar a próxima versão da infraestrutura anual de um cliente, guardando os arquivos',
  of: infrastructureFilings,
  writes: [infrastructureFiles],
  rate: 'heavy',
  // The bytes reach the disk before the rows are written, and hold no transaction meanwhile.
  transaction: 'own',
  body: z.strictObject({
    client: rowKey,
    year: filingYear,
    layout: family,
    /** The version this makes: another number, and somebody was quicker. */
    edition: z.int('Informe o número da versão.').min(1).max(100_000),
    /** The caller has seen that this many rows are left out. */
    left_out: z.int('Informe quantos registros ficam de fora.').min(0).max(10_000_000),
  }),
  status: 201,
  answer: doneShape(rowShape(infrastructureFilings)),
})

const degree = z.number().meta({ description: 'Graus decimais, WGS 84' })
const stationPlace = z.object({ lat: degree, lng: degree }).meta({ title: 'infrastructure.place' }).nullable()
const ourStation = z
  .object({ uuid: z.string(), name: z.string(), number: z.string().nullable(), place: stationPlace })
  .meta({ title: 'infrastructure.ours' })
const theirStation = z
  .object({
    line: z.int(),
    number: z.string().nullable(),
    name: z.string().nullable(),
    place: stationPlace,
    doubt: z.string().nullable(),
  })
  .meta({ title: 'infrastructure.theirs' })
const distance = z.number().meta({ description: 'Metros' }).nullable()
const stationMatch = z
  .object({ ours: ourStation, theirs: theirStation, distance })
  .meta({ title: 'infrastructure.match' })
const doubtfulMatch = z
  .object({ ours: ourStation.nullable(), theirs: theirStation, distance })
  .meta({ title: 'infrastructure.doubtful' })
const comparison = z.object({
  client: namedClient,
  tolerance: z.int(),
  ours: z.int(),
  /** Of ours those that are virtual or in a cloud, which need no licence. */
  unlicensed: z.int(),
  theirs: z.int(),
  lines: z.int(),
  others: z.int(),
  ownerless: z.int(),
  repeated: z.int(),
  notes: listShape(z.string()),
  told_by: z.string().nullable(),
  unread: listShape(z.object({ line: z.int(), number: z.string().nullable(), said: z.string() })),
  unread_total: z.int(),
  equal: z.int(),
  missing_here: listShape(theirStation),
  missing_there: listShape(ourStation),
  not_compared: listShape(ourStation),
  doubtful: listShape(doubtfulMatch),
  numbers: listShape(stationMatch),
  places: listShape(stationMatch),
})
/** Ours against theirs, as it is answered. */
export type ComparisonAnswer = z.infer<typeof comparison>

const metres = 'Informe a tolerância em metros, de 1 a 100.000.'
/** Compares our stations with those of a regulator's file; it stores nothing of it. */
export const compareWithAnatel = call.post('/infrastructure-filings/comparar', {
  id: 'infrastructure-filings.comparar',
  summary: 'Comparar as estações de um cliente com as de um arquivo da Anatel, sem gravar nada',
  of: infrastructureFilings,
  rate: 'heavy',
  audit: null,
  // Reading a long file must not hold a transaction.
  transaction: 'own',
  // The general file is longer than memory: it lies on the disk while it is read.
  media: ['application/vnd.anatel.csv', 'application/zip', 'application/gzip'],
  stream: true,
  limit: longFileLimits.sent,
  query: z.strictObject({
    client: rowKey,
    tolerance: z.coerce.number<number>(metres).int(metres).min(1, metres).max(100_000, metres).default(50),
    sheet: z.string().max(120).optional(),
  }),
  body: fileStream,
  answer: dataShape(comparison),
})

const writtenFiling = { answer: doneShape(rowShape(infrastructureFilings)) } as const
const protocolNumber = oneLine(60)

export const recordFilingSent = call.put('/infrastructure-filings/:id/enviar', {
  id: 'infrastructure-filings.enviar',
  summary: 'Registrar o envio da infraestrutura anual à Anatel',
  of: infrastructureFilings,
  writes: [obligations],
  body: z.strictObject({
    /** The version that went: what was generated meanwhile did not. */
    edition: z.int('Informe o número da versão.').min(1).max(100_000),
    sent_on: day.optional(),
    protocol: protocolNumber.nullish(),
  }),
  ...writtenFiling,
})
export const recordFilingRefused = call.put('/infrastructure-filings/:id/erro', {
  id: 'infrastructure-filings.erro',
  summary: 'Registrar que a Anatel recusou a infraestrutura anual',
  of: infrastructureFilings,
  writes: [obligations],
  body: refusalGiven,
  ...writtenFiling,
})
export const undoFilingSent = call.put('/infrastructure-filings/:id/desfazer-envio', {
  id: 'infrastructure-filings.desfazer-envio',
  summary: 'Desfazer o registro do envio da infraestrutura anual',
  of: infrastructureFilings,
  writes: [obligations],
  ...writtenFiling,
})
export const reopenFiling = call.put('/infrastructure-filings/:id/retificar', {
  id: 'infrastructure-filings.retificar',
  summary: 'Abrir a próxima versão de uma infraestrutura anual já enviada',
  of: infrastructureFilings,
  ...writtenFiling,
})
export const saveFilingProtocol = call.put('/infrastructure-filings/:id/protocolo', {
  id: 'infrastructure-filings.protocolo',
  summary: 'Guardar o número do recibo da infraestrutura anual',
  of: infrastructureFilings,
  body: z.strictObject({ protocol: protocolNumber }),
  ...writtenFiling,
})
export const addFilingReceipt = call.post('/infrastructure-filings/:id/recibo', {
  ...sendsFile,
  id: 'infrastructure-filings.recibo',
  summary: 'Guardar o recibo que a Anatel deu da infraestrutura anual',
  of: infrastructureFilings,
  writes: [infrastructureFiles, obligations],
  audit: 'infrastructure-files.store',
  query: receiptGiven,
  status: 201,
  answer: doneShape(rowShape(infrastructureFiles)),
})
