import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, openWorld, type World } from '#test/support/world.ts'

// What people send is kept as it came, found by who may see it, and nothing else gets in.

const pdf = (more = '') => Buffer.from(`%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF ${more}`)
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const jpg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
const webp = Buffer.from('524946461a000000574542505650384c0d0000002f0000001007101111888888fe0700', 'hex')
const gif = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')
const ole = Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex')
const exe = Buffer.from(`MZ${'\0'.repeat(200)}PE\0\0`, 'latin1')
const elf = Buffer.from(`\x7fELF\x02\x01\x01${'\0'.repeat(60)}`, 'latin1')
const html = Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
const bomb = Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>')
const words = Buffer.from('Procuração de próprio punho')

/** A ZIP of one entry with its directory, as office files are. */
function zip(name: string, content: Buffer, said = content.length): Buffer {
  const packed = deflateRawSync(content)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(said, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  local.copy(entry, 6, 4, 30)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end])
}
const contentTypes = (type: string) =>
  zip('[Content_Types].xml', Buffer.from(`<Types><Override ContentType="application/vnd.${type}.main+xml"/></Types>`))
const docx = contentTypes('openxmlformats-officedocument.wordprocessingml.document')
const xlsx = contentTypes('openxmlformats-officedocument.spreadsheetml.sheet')
const docm = contentTypes('ms-word.document.macroEnabled')

const good: readonly (readonly [string, Buffer])[] = [
  ['contrato.pdf', pdf()],
  ['Foto da torre.PNG', png],
  ['foto.jpeg', jpg],
  ['foto.webp', webp],
  ['proposta.docx', docx],
  ['planilha.xlsx', xlsx],
  ['notas.txt', words],
  ['dados.csv', Buffer.from('CNPJ;ANO\r\n1;2\r\n')],
  ['nota.xml', Buffer.from('<?xml version="1.0"?><nfe><id>1</id></nfe>')],
  ['torres.kml', Buffer.from('<kml xmlns="http://www.opengis.net/kml/2.2"></kml>')],
]

const runnable = ['exe', 'bat', 'cmd', 'com', 'scr', 'msi', 'sh', 'ps1', 'js', 'mjs', 'vbs', 'jar', 'php', 'py', 'dll']
const foreign = ['html', 'htm', 'svg', 'xhtml', 'zip', 'rar', '7z', 'gz', 'iso', 'docm', 'xlsm', 'doc', 'xls', 'gif']
const hostile: readonly (readonly [string, Buffer])[] = [
  // Kinds that are not kept, whatever is in them.
  ...[...runnable, ...foreign].map((ext): readonly [string, Buffer] => [`boleto.${ext}`, pdf(ext)]),
  ...[...runnable].map((ext): readonly [string, Buffer] => [`boleto.pdf.${ext}`, pdf(ext)]),
  // Kinds that are kept, with something else in them.
  ['a.pdf', exe],
  ['a.pdf', elf],
  ['a.pdf', html],
  ['a.pdf', words],
  ['a.pdf', png],
  ['a.pdf', Buffer.from(' %PDF-1.4 later than the first byte')],
  ['a.png', svg],
  ['a.png', pdf()],
  ['a.jpg', gif],
  ['a.webp', html],
  ['a.docx', docm],
  ['a.docx', xlsx],
  ['a.docx', zip('word/evil.txt', words)],
  ['a.docx', ole],
  ['a.xlsx', Buffer.from('PK\x03\x04 and no more', 'latin1')],
  ['a.xlsx', zip('[Content_Types].xml', Buffer.alloc(24_000_000), 10)],
  ['a.odt', docx],
  ['a.txt', exe],
  ['a.txt', pdf()],
  ['a.txt', Buffer.from('texto\0com nulo')],
  ['a.csv', Buffer.from('a;b\x1b[31m')],
  ['a.xml', bomb],
  ['a.xml', html],
  ['a.xml', svg],
  ['a.xml', words],
  ['a.kml', Buffer.from('<kml><script>alert(1)</script></kml>')],
  // Names without a kind, or that are only one.
  ['semextensao', pdf()],
  ['.pdf', pdf()],
  ['..', pdf()],
  ['contrato.', pdf()],
  ['a.pdf\u202Egpj.exe', pdf()],
  ['vazio.pdf', Buffer.alloc(0)],
]

describe('documents', () => {
  let world: World
  let client: string
  beforeAll(async () => {
    world = await openWorld()
    client = world.target('clients', 'A1')?.uuid ?? ''
  })
  afterAll(() => world?.close())

  const send = (name: string, bytes: Buffer, more = '', who = 'staffA') =>
    world.app
      .inject({
        method: 'POST',
        url: `/api/v1/clients/${client}/documents?name=${encodeURIComponent(name)}${more}`,
        headers: { authorization: `Bearer ${token[who] ?? ''}`, 'content-type': 'application/octet-stream' },
        payload: bytes,
      })
      .then(answer => ({ status: answer.statusCode, text: answer.body, body: answer.json() }))
  const token: Record<string, string> = {}
  beforeAll(async () => {
    token.staffA = await world.enter('staffA', world.people.staffA)
    token.clientA = await world.enter('clientA', world.people.clientA)
  })
  const folder = () => join(world.house.config.OUTORGA_DATA_DIR, 'arquivos')
  const filesKept = () =>
    readdirSync(folder(), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())

  test.each(good)('%s is kept, and comes back byte for byte', async (name, bytes) => {
    const made = await send(name, bytes)
    expect([made.status, made.text]).toEqual([201, expect.any(String)])
    const { uuid } = dataOf(made)
    expect(made.text).not.toContain('sha256')
    const file = await world.app.inject({
      url: `/api/v1/internal-uploads/get-file/${uuid}`,
      headers: { authorization: `Bearer ${token.clientA}` },
    })
    expect(file.rawPayload.equals(bytes)).toBe(true)
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': expect.stringMatching(/^attachment; /),
    })
  })

  test('what is not kept is refused with a reason, and leaves nothing behind', async () => {
    expect(hostile.length).toBeGreaterThanOrEqual(60)
    const before = [await world.fingerprint(), filesKept().length]
    const accepted: string[] = []
    for (const [name, bytes] of hostile) {
      const { status, body } = await send(name, bytes)
      if (status !== 422 || !Object.keys(body.errors ?? {}).length) accepted.push(`${name}: ${status} ${body.message}`)
    }
    expect(accepted).toEqual([])
    expect([await world.fingerprint(), filesKept().length]).toEqual(before)
  })

  test('a name cannot lead out of the folder, nor break a header', async () => {
    for (const name of ['../../etc/passwd.pdf', '..\\..\\windows\\a.pdf', 'a"\r\nSet-Cookie: x=1.pdf', 'C:\\a.pdf']) {
      const made = await send(name, pdf(name))
      const { uuid, name: stored } = dataOf(made)
      expect(String(stored)).not.toMatch(/[/\\":\r\n]/)
      const file = await world.call('staffA', 'GET', `internal-uploads/get-file/${String(uuid)}`)
      expect(file.headers['set-cookie']).toBeUndefined()
    }
    for (const { name } of filesKept()) expect(name).toMatch(/^([0-9a-f]{64}|instalacao\.txt)$/)
  })

  test('the same file twice, one too big and a client that is not theirs are refused', async () => {
    expect((await send('uma vez.pdf', pdf('twin'))).status).toBe(201)
    const twin = await send('outra vez.pdf', pdf('twin'))
    expect([twin.status, twin.body.errors.file[0]]).toEqual([422, expect.stringContaining('uma vez.pdf')])
    expect((await send('grande.pdf', Buffer.alloc(25 * 1024 * 1024 + 1, 0x25))).status).toBe(413)
  })

  test('the pending list follows what is sent, and what ends', async () => {
    const states = async () => {
      const { body } = await world.call('clientA', 'GET', `clients/${client}/pending-documents`)
      return Object.fromEntries(
        Object(body.data).map((each: { document_type: { name: string }; state: string }) => [
          each.document_type.name,
          each.state,
        ]),
      )
    }
    const types = await world.call('staffA', 'GET', 'document-types?search=Procura')
    const [type] = Object(types.body.data)
    expect(await states()).toMatchObject({ Procuração: 'faltando', 'Cartão CNPJ': 'faltando' })
    await send('procuração.pdf', pdf('1'), `&document_type_id=${type.id}&valid_until=2020-01-01`)
    expect(await states()).toMatchObject({ Procuração: 'vencido' })
    const renewed = dataOf(await send('renovada.pdf', pdf('2'), `&document_type_id=${type.id}&valid_until=2099-01-01`))
    expect(await states()).not.toHaveProperty('Procuração')
    expect((await world.call('clientA', 'DELETE', `clients/${client}/uploads/${renewed.uuid}`)).status).toBe(403)
    expect((await world.call('staffA', 'DELETE', `clients/${client}/uploads/${renewed.uuid}`)).status).toBe(200)
    expect(await states()).toMatchObject({ Procuração: 'vencido' })
  })

  test('a file that changed on the disk is not handed out', async () => {
    const { uuid } = dataOf(await send('alterado.txt', Buffer.from('como veio')))
    const changed = filesKept().find(entry =>
      readFileSync(join(entry.parentPath, entry.name)).equals(Buffer.from('como veio')),
    )
    if (!changed) throw new Error('the file is not there')
    writeFileSync(join(changed.parentPath, changed.name), 'como não veio')
    expect((await world.call('staffA', 'GET', `internal-uploads/get-file/${uuid}`)).status).toBe(500)
  })
})
