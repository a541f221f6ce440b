import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { fitFileName, inspect } from '#parts/file/inspect.server.ts'

const megabyte = 1024 * 1024
/** Bytes of a text of two megabytes and more, in which `found` begins at `at`. */
function longText(found: string, at: number): Buffer {
  const bytes = Buffer.alloc(2 * megabyte + 1_000, '<a>b</a>\n')
  bytes.write(found, at, 'latin1')
  return bytes
}
const refused = (ext: string) => ({
  message: 'Há campos que precisam de atenção.',
  detail: { errors: { file: [`O conteúdo não é de um arquivo ${ext}. Abra e salve de novo no formato certo.`] } },
})

test('a long text is accepted, and one byte of it that is no text is found', async () => {
  expect(await inspect('a.txt', longText('', 0))).toEqual({ name: 'a.txt', ext: 'txt' })
  for (const at of [5, megabyte - 1, megabyte, 2 * megabyte + 900])
    await expect(inspect('a.txt', longText('\0', at))).rejects.toMatchObject(refused('txt'))
})

test('what an XML may not hold is found wherever it is, across the pieces in which it is read too', async () => {
  expect(await inspect('a.xml', longText('', 0))).toEqual({ name: 'a.xml', ext: 'xml' })
  const prefixed = (length: number) => `<${'a'.repeat(length)}:script>`
  for (const found of ['<!DOCTYPE x>', '<script>', '<svg>', prefixed(3), prefixed(100), prefixed(400)])
    for (const at of [megabyte - 50, megabyte - 3, megabyte, 2 * megabyte + 100])
      await expect(inspect('a.xml', longText(found, at))).rejects.toMatchObject(refused('xml'))
})

test.each([
  ['C:\\Users\\Ana\\Desktop\\boleto nov.txt', 'boleto nov.txt'],
  ['../../etc/cron.d/boleto.txt', 'boleto.txt'],
  ['pasta/', 'pasta'],
  ['/pasta/nota.txt/', 'nota.txt'],
  ['Coleta 10/11/2026.txt', 'Coleta 10-11-2026.txt'],
  ['fotos/2026/torre.txt', 'torre.txt'],
  ['///', ''],
])('of %s the name is the last piece', (given, name) => expect(fitFileName(given)).toBe(name))

describe('a file that unpacks to more than anybody means', () => {
  const types = '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>' // prettier-ignore
  const workbook = (sheet: Uint8Array) =>
    Buffer.from(
      zipSync({
        '[Content_Types].xml': strToU8(types),
        'xl/workbook.xml': strToU8('<x/>'),
        'xl/worksheets/sheet1.xml': sheet,
      }),
    )
  /** The same bytes, whose directory says another size of the last part. */
  function lying(bytes: Buffer, size: number) {
    const copy = Buffer.from(bytes)
    copy.writeUInt32LE(size, copy.lastIndexOf('PK\u0001\u0002', undefined, 'latin1') + 24)
    return copy
  }
  const small = workbook(strToU8('<sheet/>'))
  const tooMuch = (bytes: Buffer) =>
    expect(inspect('a.xlsx', bytes)).rejects.toMatchObject({
      detail: { errors: { file: [expect.stringContaining('descompactado passa do tamanho')] } },
    })

  test('is refused by what its directory says: by its sum, by its ratio, and where it hides a size', async () => {
    expect(await inspect('a.xlsx', small)).toEqual({ name: 'a.xlsx', ext: 'xlsx' })
    expect((await inspect('a.xlsx', lying(small, 60 * megabyte))).ext).toBe('xlsx')
    await tooMuch(lying(small, 80 * megabyte))
    await tooMuch(lying(small, 1024 * megabyte))
    await tooMuch(workbook(new Uint8Array(100 * megabyte)))
    const dense = Buffer.concat([small])
    await tooMuch(lying(dense, 0))
  })
  test('one whose directory is gone, or has more parts than any, is refused too', async () => {
    await expect(inspect('a.xlsx', small.subarray(0, -10))).rejects.toMatchObject({
      detail: { errors: { file: [expect.stringContaining('danificado')] } },
    })
    const many = Buffer.from(small)
    many.writeUInt16LE(30_000, many.length - 22 + 10)
    await tooMuch(many)
  })
})
