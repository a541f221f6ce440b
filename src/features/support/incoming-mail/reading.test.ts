import { mkdirSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { readHead, readMails } from '#features/support/incoming-mail/reading.server.ts'
import { documentPath } from '#parts/file/storage/disk.server.ts'
import { readConfig } from '#settings.server.ts'
import { freshFolder } from '#test/support/databases.ts'
import { composed, raw } from '#test/support/letters.ts'

const own = 'suporte@outorga.example'
const reply = `suporte+${'b'.repeat(32)}@outorga.example`
const config = readConfig({ OUTORGA_DATA_DIR: freshFolder(), MAIL_REPLY_TO: own, LOG_LEVEL: 'silent' })
function keep(mail: Buffer) {
  const sha256 = createHash('sha256').update(mail).digest('hex')
  mkdirSync(dirname(documentPath(config, sha256)), { recursive: true })
  writeFileSync(documentPath(config, sha256), mail)
  return sha256
}
async function read(mail: Buffer) {
  const [found] = await readMails(config, [keep(mail)])
  if (!found?.reading) throw new Error('the mail was not read')
  return { ...found.reading, said: found.reading.text.said, files: found.files }
}

test('of thousands of recipients ours is found, and a head beyond all measure says whose it is', async () => {
  const others = Array.from({ length: 2_500 }, (_, n) => `Pessoa ${n} <pessoa${n}@muitos.example>`)
  const of = (many: readonly string[]) =>
    raw(['From: ana@x.example', 'Subject: Todos', `To: ${[...many, reply].join(',\r\n ')}`], 'Olá a todos.')
  const long = await read(of(others))
  expect([long.broken, long.to.length, long.to[0], long.said]).toEqual([null, 100, reply, 'Olá a todos.'])
  const vast = await read(of(Array.from({ length: 18 }, () => others).flat()))
  expect([vast.broken, vast.from[0]?.address, vast.to]).toEqual(['large', 'ana@x.example', [reply]])
})

test('a mail with more parts than are read is too large, and not malformed', async () => {
  const parts = Array.from({ length: 400 }, () => '--b\r\nContent-Type: text/plain\r\n\r\nx').join('\r\n')
  const mail = raw(['From: ana@x.example', 'Content-Type: multipart/mixed; boundary="b"'], `${parts}\r\n--b--\r\n`)
  expect((await read(mail)).broken).toBe('large')
})

test('the head of a mail that cannot be read says of whom it is, and nothing more', async () => {
  const mail = await composed({ from: 'Ana <ana@x.example>', to: ['z@z.example', reply], subject: 'Peso', text: 'Oi' })
  const { reading, files } = await readHead(config, keep(mail))
  expect(reading).toMatchObject({
    broken: 'heavy',
    from: [{ name: 'Ana', address: 'ana@x.example' }],
    to: [reply],
    subject: 'Peso',
  })
  expect([reading?.text.said, files]).toEqual(['', []])
})

test('parts without the name of their boundary are read by what their lines show, and else as a text', async () => {
  const head = ['From: ana@x.example', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed']
  const framed =
    '--abc\r\nContent-Type: text/plain\r\n\r\nOlá.\r\n--abc\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="a.txt"\r\n\r\nnota\r\n--abc--\r\n'
  const shown = await read(raw(head, framed))
  expect([shown.said, shown.files.map(({ name }) => name), shown.broken]).toEqual(['Olá.', ['a.txt'], null])
  expect((await read(raw(head, 'Só um texto, sem partes: ção.'))).said).toBe('Só um texto, sem partes: ção.')
  expect((await read(raw(head, Buffer.from('Só latim: ção.', 'latin1')))).said).toBe('Só latim: ção.')
})

test('a text with a name is a file, the words of a mail are not, and a mail without its end says so', async () => {
  const mail = (...parts: readonly string[]) =>
    raw(
      ['From: ana@x.example', 'Content-Type: multipart/mixed; boundary="b"'],
      `${parts.map(each => `--b\r\n${each}\r\n`).join('')}--b--\r\n`,
    )
  const words = 'Content-Type: text/plain; name="corpo.txt"\r\n\r\nSegue.'
  const note =
    'Content-Type: text/plain; charset=iso-8859-1\r\nContent-Disposition: inline; filename="nota.txt"\r\n\r\nnota'
  const more = 'Content-Type: text/plain\r\n\r\nObrigada.'
  const whole = await read(mail(words, note, more))
  expect([whole.said, whole.files.map(({ name }) => name), whole.isCut]).toEqual([
    'Segue.\nObrigada.',
    ['nota.txt'],
    false,
  ])
  expect((await read(mail(words, note).subarray(0, -8))).isCut).toBe(true)
})

test('a long name keeps its ending, and a picture is called by its file', async () => {
  const mail = await composed({
    from: 'ana@x.example',
    html: '<p>Veja: <img src="cid:tela@x"><img src="http://rastro.example/p.gif"></p>',
    attachments: [
      { filename: `${'n'.repeat(300)}.pdf`, content: '%PDF' },
      { filename: 'tela.png', content: 'x', cid: 'tela@x' },
    ],
  })
  const { said, files } = await read(mail)
  expect(said).toBe('Veja: [imagem: tela.png]')
  expect(files.map(({ name }) => name.length).toSorted()).toEqual([200, 8].toSorted())
  expect(files.some(({ name }) => /^n+\.pdf$/.test(name))).toBe(true)
})
