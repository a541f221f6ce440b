import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { ruleOf } from '#features/billing/bills/slip/banks.ts'
import { barsDrawn, barsWidth } from '#features/billing/bills/slip/bars.ts'
import { drawSlip } from '#features/billing/bills/slip/draw.server.ts'
import { barsOf, lineOf } from '#features/billing/bills/slip/numbers.ts'
import { brCode, crc16, pixKey } from '#features/billing/bills/slip/pix.ts'
import { notRegistered, type SlipSheet } from '#features/billing/bills/slip/sheet.ts'
import { rectanglesOn } from '#test/support/raster.ts'
import { extractText, getDocumentProxy } from 'unpdf'

const { free, shown: number } = ruleOf('756')?.number(
  { agency: '4277', account: '0000006498', account_digit: '0', wallet: '1', agreement: '0172278' },
  '0000123',
) ?? { free: '', shown: '' }
const pix = brCode({ key: '11222333000181', name: 'Farol', city: 'Taubaté', cents: 148_000, txid: 'B1' })
const sheet: SlipSheet = {
  bank: '756',
  bars: barsOf({ bank: '756', due_date: '2026-12-10', cents: 148_000, free }),
  number,
  registered: true,
  beneficiary: {
    name: 'Farol Consultoria Ltda',
    document: '11.222.333/0001-81',
    address: 'Rua do Porto, 12, Taubaté/SP',
  },
  payer: { name: 'Águas Fibra Ltda', document: '12.ABC.345/01DE-35', address: 'Rua das Palmeiras, 45, Taubaté/SP' },
  agency: '4277-3 / 172278',
  wallet: '1',
  document: '240010',
  issue_date: '2026-11-20',
  due_date: '2026-12-10',
  processed_on: '2026-11-25',
  cents: 148_000,
  instructions: ['Após o vencimento: multa de 2 % e juros de 1 % ao mês.'],
  about: ['Mensalidade · dez/2026'],
  pix: { text: pix, cents: 148_000 },
}
const now = new Date('2026-11-25T12:00:00Z')
const wordsOf = async (pdf: Buffer) =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text.replace(/\s+/g, ' ')

describe('the text of a Pix', () => {
  test('is that of the central bank’s manual', () => {
    const said = brCode({
      key: '123e4567-e12b-12d1-a456-426655440000',
      name: 'Fulano de Tal',
      city: 'BRASILIA',
      cents: null,
      txid: null,
    })
    expect(said).toBe(
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    )
    expect(crc16('123456789')).toBe('29B1')
  })

  test('is read by another house, whatever the name, the town and the amount', () => {
    const cents = fc.integer({ min: 1, max: 99_999_999 })
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'grapheme' }),
        cents,
        fc.stringMatching(/^[A-Za-z0-9]{1,25}$/),
        (name, amount, txid) => {
          const said = brCode({
            key: '11222333000181',
            name: `A${name}`,
            city: 'São José dos Campos',
            cents: amount,
            txid,
          })
          expect(getPixPayloadInfo(said)).toMatchObject({
            key: '11222333000181',
            amount: amount / 100,
            merchantCity: 'Sao Jose dos Ca',
            txid,
          })
        },
      ),
    )
  })

  test.each([
    ['cnpj', '12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['cnpj', '12.ABC.345/01DE-36', null],
    ['cpf', '529.982.247-25', '52998224725'],
    ['email', ' Pix@Farol.com.br ', 'pix@farol.com.br'],
    ['email', 'farol', null],
    ['telefone', '(12) 99712-3456', '+5512997123456'],
    ['telefone', '0800 123 4567', null],
    ['aleatoria', '123E4567-e12b-12d3-a456-426655440000', '123e4567-e12b-12d3-a456-426655440000'],
    ['aleatoria', '123e4567', null],
  ] as const)('a key of kind %s: %s', (kind, typed, kept) => expect(pixKey(kind, typed)).toBe(kept))
})

describe('the printed page', () => {
  beforeAll(async () => {
    const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
    await prepareZXingModule({
      overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer },
      fireImmediately: true,
    })
  })
  const decoded = async (pdf: Buffer) => {
    const found = await readBarcodes(rectanglesOn(pdf), { formats: ['ITF', 'QRCode'], tryHarder: true })
    return Object.fromEntries(found.map(({ format, text }) => [format, text]))
  }

  test('is read by a reader of bar codes: the bars and the Pix', async () => {
    expect(await decoded(await drawSlip(sheet, now))).toEqual({ ITF: sheet.bars, QRCode: pix })
    expect(await decoded(await drawSlip({ ...sheet, pix: null }, now))).toEqual({ ITF: sheet.bars })
  })

  test('every pair of digits is drawn as the reader knows it', async () => {
    const bars = '01234567890213243546576879809182736455463728'
    expect(bars).toHaveLength(44)
    expect((await decoded(await drawSlip({ ...sheet, bars, pix: null }, now))).ITF).toBe(bars)
    expect(barsDrawn(sheet.bars).at(-1)).toEqual([barsWidth - 1, 1])
  })

  test('says who pays whom, until when and how much, in the line people type', async () => {
    const said = await wordsOf(await drawSlip(sheet, now))
    for (const word of [
      lineOf(sheet.bars),
      '756-0',
      number,
      '10/12/2026',
      '1.480,00',
      sheet.payer.name,
      sheet.payer.document,
      sheet.payer.address,
      sheet.beneficiary.name,
      sheet.beneficiary.document,
      sheet.beneficiary.address,
      'multa de 2 %',
      'Recibo do pagador',
      'Ficha de compensação',
    ])
      expect(said).toContain(word)
    expect(said).not.toContain('NÃO REGISTRADO')
  })

  test('says twice that it is not payable where no bank answered for it', async () => {
    const said = await wordsOf(await drawSlip({ ...sheet, registered: false }, now))
    expect(said.split(notRegistered)).toHaveLength(3)
    expect(said).not.toContain('Pagável em qualquer banco')
  })

  test('takes names of any length and any letter, and stays one page', async () => {
    const long = { name: 'Á🙂'.repeat(300), document: '12.ABC.345/01DE-35', address: 'Rua '.repeat(200) }
    const about = Array.from({ length: 40 }, (_, i) => `Item ${i} `.repeat(30))
    const pdf = await drawSlip({ ...sheet, payer: long, beneficiary: long, about, instructions: about }, now)
    expect((await getDocumentProxy(new Uint8Array(pdf))).numPages).toBe(1)
    expect(await decoded(pdf)).toEqual({ ITF: sheet.bars, QRCode: pix })
    expect(await wordsOf(pdf)).toContain('e mais 33 itens')
  })
})
