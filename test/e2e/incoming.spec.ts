import { openImap } from '../support/imap.ts'
import { composed } from '../support/letters.ts'
import { pdfOf } from '../support/receipts.ts'
import { test as base, beginSession, expect, expectGood } from './house.ts'

const test = base.extend<{ imap: Awaited<ReturnType<typeof openImap>> }>({
  // oxlint-disable-next-line no-empty-pattern -- it stands on no other fixture
  imap: async ({}, use) => {
    const imap = await openImap()
    await use(imap)
    await imap.close()
  },
  env: async ({ imap }, use) => use({ IMAP_URL: imap.url, MAIL_REPLY_TO: 'suporte@casa.example', LOG_LEVEL: 'error' }),
})

test('a mail from somebody unknown waits, is read as plain text, opens a ticket as a note, and goes back', async ({
  page,
  house,
  imap,
}) => {
  await house.api('POST', 'clients', { name: 'Rede Serrana', document: '45283163000167' })
  imap.deliver(
    await composed({
      from: 'Marcos Tadeu <marcos@serrana.example>',
      to: 'suporte@casa.example',
      subject: 'Orçamento da outorga',
      html: '<p>Quanto custa a <b>outorga</b>?</p><img src="http://rastro.example/x.png"><script>alert(1)</script><p>-- <br>Marcos</p>',
      attachments: [
        { filename: 'contrato.pdf', content: await pdfOf(['contrato']) },
        { filename: 'leia.exe', content: 'MZ' },
      ],
    }),
  )
  await beginSession(page, house)
  await page.goto(`${house.url}/incoming-mails`)
  await expect(page.getByRole('heading', { name: 'A bandeja está vazia' })).toBeVisible()
  await house.api('PUT', 'manutencao/correio-recebido/executar')
  const mail = page
    .getByRole('list', { name: 'E-mails recebidos' })
    .getByRole('listitem')
    .filter({ hasText: 'Orçamento da outorga' })
  await expect(async () => {
    await page.reload()
    await expect(mail).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 120_000 })
  await expect(mail.getByText('Não conhecemos marcos@serrana.example.')).toBeVisible()
  await mail.getByRole('button', { name: 'Orçamento da outorga: ler' }).click()
  await expect(mail.getByText('Quanto custa a outorga?')).toBeVisible()
  await expectGood(page)

  await mail.getByRole('button', { name: 'Orçamento da outorga: abrir chamado…' }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, value] of [
    ['Cliente', 'Rede Serrana'],
    ['Módulo', 'Outro'],
    ['Tipo', 'Dúvida'],
  ] as const) {
    await dialog.getByLabel(label).fill(value)
    await page.getByRole('option', { name: value }).click()
  }
  await dialog.getByRole('button', { name: 'Abrir chamado' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'No chamado' }).click()
  await mail.getByRole('link', { name: /Abriu o chamado/ }).click()
  const note = page.getByRole('article', { name: /^Nota interna/ })
  await expect(note.getByText('Por e-mail, de Marcos Tadeu <marcos@serrana.example>:')).toBeVisible()
  await expect(note.getByText('leia.exe: Não guardamos arquivos deste tipo')).toBeVisible()
  await note.getByText('Mostrar o que foi citado').click()
  await expectGood(page)

  await page.goto(`${house.url}/incoming-mails?ver=chamados`)
  await mail.getByRole('button', { name: 'Orçamento da outorga: tirar do chamado' }).click()
  await page.getByRole('button', { name: 'Tirar do chamado', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: 'Nenhum e-mail virou mensagem ainda' })).toBeVisible()
})
