import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { string } from '#kernel/json.ts'
import { dataShape, listShape, valueShape } from '#kernel/wire.ts'
import type { NotInSum } from '#features/network/stations/fees/estimate.ts'
import type { Fee, FeeTerm } from '#features/network/stations/fees/table.ts'
import { stations } from '#features/network/stations/stations.ts'
import { sheetFormats, sheetTypes } from '#kernel/sheet.ts'

const year = z.coerce
  .number('Informe o ano.')
  .int('Informe o ano.')
  .min(2012, 'A tabela começa em 2012.')
  .max(2100, 'Informe um ano até 2100.')

const reais = z.number().meta({ description: 'Reais' })
const feesOwed = { tfi: reais.nullable(), tff: reais.nullable(), cfrp: reais.nullable(), condecine: reais.nullable() }
const reason = valueShape<NotInSum>(string)

const feeRow = z.object({
  uuid: z.string(),
  name: z.string(),
  service: z.string().nullable(),
  ...feesOwed,
  total: reais,
  why: reason.nullable(),
})
export type FeeRow = z.infer<typeof feeRow>

const feeYear = z.object({
  client: z.object({ id: z.int(), uuid: z.string(), name: z.string() }),
  year: z.int(),
  due_on: z.string(),
  lines: listShape(feeRow),
  totals: z.object({ ...feesOwed, total: reais }),
  left: listShape(z.object({ key: reason, label: z.string(), count: z.int(), settled: z.boolean() })),
  without_condecine: z.int(),
  terms: listShape(
    z.object({
      fee: valueShape<Fee>(string),
      service: z.string(),
      from: z.string(),
      value: reais.nullable(),
      share: z.number().nullable(),
      source: z.string(),
      trust: valueShape<FeeTerm['trust']>(string),
    }),
  ),
})
export type FeeYear = z.infer<typeof feeYear>

export const previewFees = call.get('/clients/:client/taxas-de-estacoes', {
  id: 'stations.taxas',
  summary: 'Estimar as taxas das estações de um cliente em um ano',
  of: stations,
  query: z.strictObject({ year }),
  answer: dataShape(feeYear),
})
export const downloadFees = call.get('/clients/:client/taxas-de-estacoes/planilha', {
  id: 'stations.taxas.planilha',
  summary: 'Estimar as taxas das estações de um cliente, como planilha',
  of: stations,
  rate: 'heavy',
  query: z.strictObject({ year, format: z.enum(sheetFormats, 'Escolha csv ou xlsx.').default('csv') }),
  answer: 'file',
  gives: Object.values(sheetTypes),
})
