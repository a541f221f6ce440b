import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { recoveryLetter } from '#features/people/auth/mails.server.ts'
import { readConfig } from '#settings.server.ts'
import { letter } from '#server/letter.ts'
import { openMailer } from '#server/mail.ts'

const link = 'https://outorga.example/account/reset?token=abc'
const mail = letter({ ...recoveryLetter({ APP_NAME: 'Outorga' }), to: 'joao@casa.com.br', name: 'João <b>Silva', link })

/** Quoted-printable back to text. */
const unquoted = (message: string) =>
  Buffer.from(
    message
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString()

/** A real SMTP server that keeps what it is told, or refuses it. */
async function listen(refuse = false) {
  const heard: { readonly from: string; readonly to: readonly string[]; readonly text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        heard.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString('latin1'),
        })
        done(refuse ? new Error('mailbox full') : null)
      })
    },
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { heard, url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>(closed => server.close(closed)) }
}

test('a message goes over SMTP in text and in HTML, in Portuguese', async () => {
  const server = await listen()
  await openMailer(readConfig({ SMTP_URL: server.url, MAIL_FROM: 'Outorga <avisos@outorga.example>' })).send(mail)
  await server.close()
  const [message] = server.heard
  expect(message).toMatchObject({ from: 'avisos@outorga.example', to: ['joao@casa.com.br'] })
  const text = unquoted(message?.text ?? '')
  expect(text).toContain('multipart/alternative')
  expect(text).toContain('Olá, João.')
  expect(text).toContain(link)
  expect(text).toContain('<html lang="pt-BR">')
  expect(text).toContain(`href="${link}"`)
})

test('a name cannot write HTML', () => {
  const { html } = letter({ ...recoveryLetter({ APP_NAME: 'A & B' }), to: 'a@b.c', name: '<img/src=x>', link })
  expect(html).not.toContain('<img')
  expect(html).toContain('A &amp; B')
})

test('a subject that looks encoded is read as it was written, over several words too', async () => {
  const server = await listen()
  const subjects = [
    '=?utf-8?q?Pague_agora?=',
    'Chamado: =?utf-8?b?UGFndWU=?= e mais',
    `Reclamação =?iso-8859-1?q?=E7?= ${'de muitas palavras '.repeat(6)}`.trim(),
    'Nota? =? não é nada',
    'Cobrança de março',
  ]
  const mailer = openMailer(readConfig({ SMTP_URL: server.url }))
  for (const subject of subjects) await mailer.send({ ...mail, subject })
  await server.close()
  const headers = await Promise.all(server.heard.map(({ text }) => simpleParser(text)))
  expect(headers.map(({ subject }) => subject)).toEqual(subjects)
  for (const { text } of server.heard)
    expect(text.split('\r\n').filter(line => /^(Subject:| =\?)/.test(line) && line.length > 78)).toEqual([])
})

test('nothing is sent in the clear to another machine', async () => {
  const server = await listen()
  // It leads here, and is not this machine by its name.
  const elsewhere = server.url.replace('127.0.0.1', '0.0.0.0')
  await expect(openMailer(readConfig({ SMTP_URL: elsewhere })).send(mail)).rejects.toThrow(/TLS/)
  await openMailer(readConfig({ SMTP_URL: server.url })).send(mail)
  await server.close()
  expect(server.heard).toHaveLength(1)
})

test('a refusal of the server is an error', async () => {
  const server = await listen(true)
  await expect(openMailer(readConfig({ SMTP_URL: server.url })).send(mail)).rejects.toThrow('mailbox full')
  await server.close()
  await expect(openMailer(readConfig({ SMTP_URL: server.url })).send(mail)).rejects.toThrow('ECONNREFUSED')
})

test('without SMTP a message is a whole file for its owner alone, and the log names the file but not the link', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outorga-mail-'))
  const lines: string[] = []
  await openMailer(readConfig({ OUTORGA_DATA_DIR: folder }), line => lines.push(line)).send(mail)
  const names = readdirSync(join(folder, 'mail'))
  expect(names).toEqual([expect.stringMatching(/\.eml$/)])
  const file = join(folder, 'mail', names[0] ?? '')
  expect(unquoted(readFileSync(file, 'latin1'))).toContain(link)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(names[0])
  expect(lines[0]).not.toContain('token')
  rmSync(folder, { recursive: true })
})
