import { expect, test } from 'vitest'
import { inspect } from '#parts/file/inspect.server.ts'

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
