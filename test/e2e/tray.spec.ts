import { cnpjFrom } from '../../src/features/platform/demo/numbers.ts'
import { openImap } from '../support/imap.ts'
import { composed, raw } from '../support/letters.ts'
import { pdfOf } from '../support/receipts.ts'
import { test as base, beginSession, expect, expectGood, inScheme, picture, type House } from './house.ts'

const server = 'mx.casa.example'
const support = 'suporte@casa.example'
const test = base.extend<{ imap: Awaited<ReturnType<typeof openImap>> }>({
  // oxlint-disable-next-line no-empty-pattern -- it stands on no other fixture
  imap: async ({}, use) => {
    const imap = await openImap()
    await use(imap)
    await imap.close()
  },
  env: async ({ imap }, use) =>
    use({
      IMAP_URL: imap.url,
      MAIL_REPLY_TO: support,
      MAIL_TRUSTS: server,
      MAIL_OPENS: 'outro/duvida',
      MAILS_PER_HOUR: '3',
      LOG_LEVEL: 'error',
    }),
})

const confirmed = (from: string) => ({
  key: 'Authentication-Results',
  value: `${server}; dmarc=pass header.from=${from.split('@')[1]}`,
})

/** Two clients of two companies, a person of the first, a contact of each, and a ticket. */
async function peopleOf(house: House, phone: boolean) {
  const other = await house.api('POST', 'empresas', { nome_fantasia: 'Outra Casa', representante_primeiro_nome: 'Rui' })
  const documentOf = (root: string) => cnpjFrom(`${root}${phone ? 2 : 1}0001`)
  const clientOf = (name: string, root: string, more: object) =>
    house.api('POST', 'clients', { name, document: documentOf(root), ...more })
  const ours = await clientOf('Rede Serrana', '4528316', { email: 'financeiro@serrana.example' })
  await clientOf('Vale Telecom', '6070119', { email: 'diretoria@vale.example', empresa_responsavel_id: other.id })
  const person = await house.api('POST', 'users', {
    name: 'Helena Prado',
    email: 'helena@serrana.example',
    password: 'quatro cavalos no telhado',
    profile_id: await house.idOf('profiles', 'Cliente'),
    clientUser: [{ client_id: ours.id }],
  })
  await house.sql(`update users set redefinir_senha_apos_login = false where id = ${person.id}`)
  await house.api('POST', 'tickets', {
    name: 'Estação fora do ar',
    client_id: ours.id,
    module_id: await house.idOf('module-tickets', 'Outro'),
    type_id: await house.idOf('ticket-types', 'Dúvida'),
  })
}

/** What a bad month brings, the oldest first. */
async function badMonth(): Promise<readonly Buffer[]> {
  const helena = 'Helena Prado <helena@serrana.example>'
  const contact = 'financeiro@serrana.example'
  const letter = (from: string, subject: string, more: object = {}, isConfirmed = true) =>
    composed({
      from,
      to: support,
      subject,
      text: `${subject}: segue o que foi pedido.`,
      ...(isConfirmed && { headers: [confirmed(/[^\s<>]+@[^\s<>]+/.exec(from)?.[0] ?? '')] }),
      ...more,
    })
  const pdf = await pdfOf(['contrato'])
  const cut = await letter(contact, 'Veio cortado', { attachments: [{ filename: 'contrato.pdf', content: pdf }] })
  const parts = Array.from({ length: 400 }, () => '--b\r\nContent-Type: text/plain\r\n\r\nx').join('\r\n')
  return [
    await letter('Marcos Tadeu <marcos@longe.example>', 'Orçamento da outorga'),
    await letter(helena, 'Sem confirmação', {}, false),
    await letter(contact, 'Resposta automática: em férias'),
    cut.subarray(0, cut.length - 300),
    await letter(contact, 'Com um programa', { attachments: [{ filename: 'instalador.exe', content: 'MZ' }] }),
    raw(
      [
        `From: ${helena}`,
        `To: ${support}`,
        'Subject: Quatrocentas partes',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary="b"',
      ],
      `${parts}\r\n--b--\r\n`,
    ),
    await letter('Diretoria <diretoria@vale.example>', 'Da outra casa'),
    await letter('Zé <ze@estranho.example>', 'Resposta a ninguém', { to: `suporte+${'0'.repeat(32)}@casa.example` }),
    await letter('Ana Souza <ana.souza@outorga.test>', 'Encaminho de fora'),
    ...(await Promise.all([1, 2, 3, 4, 5].map(n => letter(helena, `Lote ${n} de planilhas`)))),
  ]
}

const title =
  'a bad month of mails is settled one by one, by the buttons of the tray, until it counts none and the bell is quiet'
test(title, { tag: '@phone' }, async ({ page, house, imap }, { project }) => {
  test.setTimeout(300_000)
  await peopleOf(house, project.name === 'phone')
  for (const mail of await badMonth()) imap.deliver(mail)
  await house.api('PUT', 'manutencao/correio-recebido/executar')
  await beginSession(page, house)
  await page.goto(`${house.url}/incoming-mails`)
  const mails = page.getByRole('list', { name: 'E-mails recebidos' }).getByRole('listitem')
  const tray = (count: number) =>
    page.getByRole('button', { name: new RegExp(`^Na bandeja\\W*${count}$|^${count}\\W*Na bandeja$`) })
  await expect(async () => {
    await page.reload()
    await expect(mails.filter({ hasText: 'Lote' })).toHaveCount(1, { timeout: 10_000 })
  }).toPass({ timeout: 120_000 })
  const bell = page.getByRole('button', { name: /^Notificações/ })
  await expect(bell).toHaveAccessibleName(/não lidas?$/)
  const waiting = await mails.count()
  expect(waiting).toBeGreaterThan(9)
  const shot = (name: string) => picture(page, `tray-${name}-${project.name}`, { fullPage: true })
  await expectGood(page)
  await shot('full')
  await inScheme(page, 'dark')
  await expectGood(page)
  await shot('full-dark')
  await inScheme(page, 'light')

  const of = (subject: string) => mails.filter({ hasText: subject })
  const dialog = page.getByRole('dialog')
  async function choose(label: string, value: string) {
    await dialog.getByLabel(label).fill(value)
    await page.getByRole('option', { name: value }).first().click()
  }
  const gone = async (subject: string) => {
    await expect(of(subject)).toHaveCount(0)
  }
  async function join(subject: string) {
    await of(subject)
      .getByRole('button', { name: `${subject}: juntar a um chamado…` })
      .click()
    await choose('Chamado', 'Estação fora do ar')
    await shot('join')
    await dialog.getByRole('button', { name: 'Juntar' }).click()
    await expect(dialog).toBeHidden()
    await gone(subject)
  }
  async function open(subject: string, client: string) {
    await of(subject)
      .getByRole('button', { name: `${subject}: abrir chamado…` })
      .click()
    for (const [label, value] of [['Cliente', client], ['Módulo', 'Outro'], ['Tipo', 'Dúvida']] as const) await choose(label, value) // prettier-ignore
    await dialog.getByRole('button', { name: 'Abrir chamado' }).click()
    await expect(dialog).toBeHidden()
    await gone(subject)
  }
  async function discard(subject: string) {
    await of(subject)
      .getByRole('button', { name: `${subject}: descartar`, exact: true })
      .click()
    await gone(subject)
  }

  await of('Veio cortado').getByRole('button', { name: 'Veio cortado: ler' }).click()
  await expect(of('Veio cortado').getByText(/Veio cortado: o último anexo pode estar incompleto/)).toBeVisible()
  await shot('read')
  for (const subject of ['Sem confirmação', 'Veio cortado', 'Com um programa', 'Resposta a ninguém'])
    await join(subject)
  await open('Orçamento da outorga', 'Rede Serrana')
  await open('Da outra casa', 'Vale Telecom')
  await open('Encaminho de fora', 'Rede Serrana')
  for (const subject of ['Resposta automática: em férias', 'Quatrocentas partes']) await discard(subject)

  const lot = mails.filter({ hasText: 'Lote' })
  await expect(lot.getByText(/e-mails de Helena Prado além dos 3/)).toBeVisible()
  await lot.getByRole('link', { name: 'Ver os outros, um a um' }).click()
  await expect(mails.first()).toBeVisible()
  await expectGood(page)
  await shot('series')
  const others = await mails.count()
  await mails
    .first()
    .getByRole('button', { name: /devolver à bandeja$/ })
    .click()
  // A page left before the request was sent would never send it.
  await expect(mails).toHaveCount(others - 1)
  await page.goto(`${house.url}/incoming-mails`)
  await expect(mails).toHaveCount(2)
  await mails
    .last()
    .getByRole('button', { name: /descartar os \d+$/ })
    .click()
  await page.getByRole('button', { name: 'Descartar todos' }).click()
  await expect(mails).toHaveCount(1)
  await mails
    .first()
    .getByRole('button', { name: /: descartar$/ })
    .click()
  await expect(page.getByRole('heading', { name: 'A bandeja está vazia' })).toBeVisible()
  await expect(
    tray(0)
      .or(page.getByRole('button', { name: 'Na bandeja' }))
      .first(),
  ).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notificações')
  await expectGood(page)
  await shot('empty')
})
