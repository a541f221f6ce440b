import { expect, test } from 'vitest'
import { sentIn } from '#features/regulatory/collects/intake/instructions.server.ts'

// A file and what was said of it, out of the form they come in.

const encoded = async (form: FormData) => {
  const request = new Response(form)
  return { body: Buffer.from(await request.arrayBuffer()), media: request.headers.get('content-type') ?? '' }
}
const said = JSON.stringify({ safe: ['cnpj'] })
const files: Readonly<Record<string, Uint8Array>> = {
  empty: new Uint8Array(),
  text: Buffer.from('a;b\r\n1;2\r\n'),
  bytes: Uint8Array.from({ length: 70_000 }, (_, at) => at % 256),
  'a form within the file': Buffer.from(
    '\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="b"\r\n\r\n\r\n--x--\r\n',
  ),
}

test.each(Object.entries(files))('the file of a form arrives as it was: %s', async (_, bytes) => {
  const file = () => new File([Uint8Array.from(bytes)], 'coleta ção.csv')
  const before = new FormData()
  before.set('instructions', said)
  before.set('file', file())
  const after = new FormData()
  after.set('file', file())
  after.set('instructions', said)
  for (const form of [before, after]) {
    const { body, media } = await encoded(form)
    const sent = await sentIn(body, media)
    expect(Buffer.compare(sent.bytes, bytes)).toBe(0)
    expect(sent).toMatchObject({ name: 'coleta ção.csv', told: { safe: ['cnpj'] } })
  }
})

test('a boundary in quotes is the same one', async () => {
  const form = new FormData()
  form.set('file', new File(['a;b'], 'a.csv'))
  const { body, media } = await encoded(form)
  const { bytes } = await sentIn(body, media.replace(/boundary=(.+)$/, 'boundary="$1"'))
  expect(Buffer.from(bytes).toString()).toBe('a;b')
})

test('what is no form, or has no file, is refused; so are instructions longer than a file of corrections', async () => {
  const form = new FormData()
  form.set('other', 'a')
  const without = await encoded(form)
  const refused = { status: 422, detail: { errors: { file: ['Envie o arquivo no campo `file`.'] } } }
  await expect(sentIn(without.body, without.media)).rejects.toMatchObject(refused)
  await expect(sentIn(Buffer.from('a;b'), 'multipart/form-data; boundary=x')).rejects.toMatchObject(refused)
  await expect(sentIn(Buffer.from('a;b'), 'multipart/form-data')).rejects.toMatchObject(refused)
  for (const order of ['before', 'after']) {
    const long = new FormData()
    if (order === 'after') long.set('file', new File(['a;b'], 'a.csv'))
    long.set('instructions', ' '.repeat(3_000_000))
    if (order === 'before') long.set('file', new File(['a;b'], 'a.csv'))
    const { body, media } = await encoded(long)
    await expect(sentIn(body, media)).rejects.toMatchObject({
      detail: { errors: { instructions: ['As instruções passam de 2 MB. Corrija o arquivo e envie de novo.'] } },
    })
  }
})

test('twenty megabytes are not copied', async () => {
  const form = new FormData()
  form.set('file', new File([Buffer.alloc(20_000_000, 'a;b\n')], 'a.csv'))
  const { body, media } = await encoded(form)
  const { bytes } = await sentIn(body, media)
  expect(bytes.length).toBe(20_000_000)
  expect(bytes.buffer).toBe(body.buffer)
})
