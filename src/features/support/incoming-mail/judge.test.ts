import { describe, expect, test } from 'vitest'
import { judgeMail, type MailFacts } from '#features/support/incoming-mail/judge.ts'
import {
  emptyMail,
  isAutomaticSubject,
  type MachineSign,
  type MailReading,
} from '#features/support/incoming-mail/read.ts'

const server = 'mx.casa.example'
const writer = { id: 7, name: 'Helena', isStaff: false, welcome: true, clients: [{ id: 3, name: 'Vale' }] }
const facts: MailFacts = {
  own: [],
  isOurs: false,
  lately: 1,
  perHour: 30,
  trusted: null,
  writer,
  contactOf: [],
  reply: null,
  reportedOn: null,
  opens: 'confirmed',
}
const reply = { ticket_id: 5, person_id: 7, name: 'Helena' }
const mail: MailReading = { ...emptyMail, from: [{ name: '', address: 'helena@cliente.example' }] }
const confirmed = { ...mail, results: [`${server}; dmarc=pass header.from=cliente.example`] }
const signOf = (kind: MachineSign['kind']): MachineSign => ({ kind, why: 'É um programa.' })

test('a mail that answers nothing opens a ticket of a confirmed sender alone, unless any known one may', () => {
  const unconfirmed = judgeMail(mail, facts)
  expect(unconfirmed).toMatchObject({ state: 'bandeja', client: 3, why: expect.stringContaining('MAIL_TRUSTS') })
  expect(judgeMail(confirmed, facts).state).toBe('bandeja')
  expect(judgeMail(confirmed, { ...facts, trusted: server }).state).toBe('abrir')
  expect(judgeMail(mail, { ...facts, trusted: server }).state).toBe('bandeja')
  expect(judgeMail(mail, { ...facts, opens: 'known' }).state).toBe('abrir')
  expect(judgeMail(mail, { ...facts, opens: 'known', trusted: server }).state).toBe('bandeja')
  expect(judgeMail(confirmed, { ...facts, trusted: server, opens: null }).state).toBe('bandeja')
})

describe('what a known person sends to their own reply address', () => {
  const judged = (more: Partial<MailReading>, known: Partial<MailFacts> = {}) =>
    judgeMail({ ...mail, ...more }, { ...facts, reply, ...known })

  test('is their message, or waits in the tray, but for the word of a machine', () => {
    const every: readonly (readonly [Partial<MailReading>, Partial<MailFacts>, string])[] = [
      [{}, {}, 'mensagem'],
      [{ machine: signOf('hint') }, {}, 'mensagem'],
      [{ machine: signOf('word') }, {}, 'recusada'],
      [{ machine: signOf('server') }, {}, 'recusada'],
      [{ subject: 'Resposta automática: férias' }, {}, 'bandeja'],
      [{ broken: 'malformed' }, {}, 'bandeja'],
      [{}, { lately: 31 }, 'bandeja'],
      [{}, { trusted: server }, 'bandeja'],
      [{ machine: signOf('hint') }, { trusted: server }, 'bandeja'],
      [{}, { writer: { ...writer, welcome: false } }, 'bandeja'],
    ]
    expect(every.map(([more, known]) => judged(more, known).state)).toEqual(every.map(([, , state]) => state))
  })
  test('a hint sends a mail of somebody we know to the tray where it answers nothing, and a stranger’s away', () => {
    expect(judged({ machine: signOf('hint') }, { reply: null, opens: 'known' }).state).toBe('bandeja')
    const contact = { writer: null, reply: null, contactOf: [{ id: 3, name: 'Vale' }] }
    expect(judged({ machine: signOf('hint') }, contact).state).toBe('bandeja')
    expect(judged({ machine: signOf('hint') }, { writer: null, reply: null }).state).toBe('recusada')
    expect(judged({}, { writer: null, reply: null, lately: 31 }).state).toBe('recusada')
  })
})

describe('a report of a mail server', () => {
  const reportedOn = { id: 9, subject: 'Resposta', recipient: 'ana@cliente.example' }
  const judged = (outcome: 'failed' | 'delayed' | null, said = '') =>
    judgeMail({ ...mail, machine: signOf('server'), report: { about: [], outcome, said } }, { ...facts, reportedOn })

  test('says that a mail did not arrive, or not yet, and nothing where it did', () => {
    expect(judged('failed', 'smtp; 550')).toMatchObject({
      state: 'devolucao',
      failed: true,
      why: '“Resposta” não chegou a ana@cliente.example: smtp; 550',
    })
    expect(judged('delayed')).toMatchObject({
      failed: false,
      why: '“Resposta” ainda não chegou a ana@cliente.example: o servidor continua tentando.',
    })
    expect(judged(null)).toMatchObject({ state: 'recusada' })
  })
})

test.each([
  ['Resposta automática: Coleta', true],
  ['Automatic reply: Coleta', true],
  ['OUT OF OFFICE: volto dia 5', true],
  ['Ausência temporária - férias'.normalize('NFD'), true],
  ['Re: Resposta automática não chega', false],
  ['A resposta automática: como desligo?', false],
  ['Automatização da coleta', false],
] as const)('whether “%s” begins as programs answer', (subject, is) => expect(isAutomaticSubject(subject)).toBe(is))
