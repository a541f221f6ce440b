import { readFileSync } from 'node:fs'
import { cnpjFrom } from '../../src/features/platform/demo/numbers.ts'
import { beginSession, type Data, expect, expectFits, expectGood, type House, picture, signIn, test } from './house.ts'

const password = 'nove garças no brejo'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** A client with one person who asks, and a colleague who looks on. */
async function desk(house: House, root: string) {
  const [client, team] = await Promise.all(
    ['cliente', 'colaborador'].map(async slug =>
      Object(await house.api('GET', `profiles?filter[slug]=${slug}`).then(rows => Object(rows)[0])),
    ),
  )
  const person = { email: `helena.${root}@exemplo.test`, password }
  const colleague = { email: `camila.${root}@exemplo.test`, password }
  await house.api('POST', 'users', { name: `Camila ${root}`, ...colleague, profile_id: team.id })
  const made = await house.api('POST', 'clients', {
    name: `Rádio Vale ${root} Ltda`,
    document: cnpjFrom(`${root}0001`),
  })
  const clientUser = [{ client_id: made.id }]
  await house.api('POST', 'users', { name: 'Helena Prates', ...person, profile_id: client.id, clientUser })
  return { client: made, person, colleague }
}

test('a client asks on their own page, is answered by mail, and never sees what colleagues note', async ({
  page,
  house,
  browser,
}, { project }) => {
  const root = '73513801'
  const { person, colleague } = await desk(house, root)
  const context = await browser.newContext({ viewport: page.viewportSize(), locale: 'pt-BR', reducedMotion: 'reduce' })
  const theirs = await context.newPage()
  await beginSession(theirs, house, person)
  await theirs.goto(`${house.url}/tickets`)
  await theirs.getByRole('link', { name: 'Pedir ajuda' }).first().click()
  await theirs.getByLabel('Assunto').fill('Planilha recusada')
  await theirs.getByLabel('Sua mensagem').fill('O município volta recusado desde ontem.')
  for (const name of ['Sobre o quê', 'O que você precisa']) {
    await theirs.getByRole('combobox', { name }).click()
    await theirs.getByRole('option').first().click()
  }
  await theirs.locator('input[type=file]').setInputFiles({ name: 'tela.png', mimeType: 'image/png', buffer: png })
  await expectFits(theirs)
  await picture(theirs, `chamado-pedido-${project.name}`)
  await theirs.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(theirs.getByText('O município volta recusado desde ontem.')).toBeVisible()
  await expect(theirs.getByRole('list', { name: 'Anexos' }).getByRole('button', { name: 'tela.png' })).toBeVisible()
  const url = theirs.url()

  await beginSession(page, house, colleague)
  await page.goto(url)
  await expect(page.getByRole('article', { name: 'Cliente, de Helena Prates' })).toBeVisible()

  // A note: unlike an answer in frame, words and button; an unsent one is there after the page is read again.
  await page.getByRole('button', { name: 'Anotar (interno)' }).click()
  const note = page.getByRole('form', { name: 'Nota interna' })
  await note.getByRole('combobox', { name: 'Nota' }).fill('O ERP deles corta o último dígito')
  await expect(note.getByText('Rascunho guardado')).toBeVisible()
  await expectGood(page)
  await picture(page, `chamado-nota-${project.name}`)
  await page.reload()
  await expect(page.getByText('Há uma nota por guardar')).toBeVisible()
  await page.getByRole('button', { name: 'Anotar (interno)' }).click()
  await expect(note.getByRole('combobox', { name: 'Nota' })).toHaveValue('O ERP deles corta o último dígito')
  await note.getByRole('button', { name: 'Guardar nota interna' }).click()
  await expect(page.getByRole('article', { name: /Nota interna, só a equipe lê/ })).toBeVisible()
  // What is written next is chosen again.
  await expect(note).toHaveCount(0)

  await page.getByRole('button', { name: 'Responder ao cliente' }).click()
  const answer = page.getByRole('form', { name: 'Resposta ao cliente' })
  await answer
    .getByRole('combobox', { name: 'Resposta' })
    .fill('O código do município tem sete dígitos. Pode reenviar?')
  await expect(answer.getByRole('checkbox', { name: 'Aguardar o cliente' })).toBeChecked()
  await answer.getByRole('button', { name: 'Responder ao cliente' }).click()
  await expect(page.getByText('Aguardando cliente').first()).toBeVisible()
  await expectFits(page)
  await picture(page, `chamado-${project.name}`)

  // The client's page hears of the answer by itself, and of nothing else.
  await expect(theirs.getByText('O código do município tem sete dígitos. Pode reenviar?')).toBeVisible()
  await expect(theirs.getByText('Esperando você')).toBeVisible()
  await expect(theirs.getByText('último dígito')).toHaveCount(0)
  await expectFits(theirs)
  await picture(theirs, `chamado-cliente-${project.name}`)
  await expect.poll(() => house.lastMail(person.email)).toContain('Resposta no chamado')
  expect(house.lastMail(person.email)).not.toContain('ltimo d')

  await theirs.getByLabel('Sua mensagem').fill('Reenviei agora.')
  await theirs.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(page.getByText('Reenviei agora.')).toBeVisible()
  await expect(page.getByText('Em aberto').first()).toBeVisible()

  // Settled by the house, opened again by whoever asked.
  await page.getByRole('button', { name: 'Finalizar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finalizar' }).click()
  await expect(page.getByText('Finalizado').first()).toBeVisible()
  await theirs.reload()
  await theirs.getByRole('button', { name: 'Reabrir' }).click()
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Reabrir' }).click()
  await expect(theirs.getByText('Com a consultoria').first()).toBeVisible()
  await theirs.goto(`${house.url}/tickets`)
  await expect(theirs.getByRole('region', { name: 'Com a consultoria' }).getByText('Planilha recusada')).toBeVisible()
  await expectFits(theirs)
  await context.close()
})

test('colleagues see each other come, write and go, merge two tickets after a look, and link others', async ({
  page,
  house,
  browser,
}, { project }) => {
  const root = '73513803'
  const { client, colleague } = await desk(house, root)
  const common = {
    client_id: client.id,
    module_id: await house.idOf('module-tickets', 'Coletas'),
    type_id: await house.idOf('ticket-types', 'Dúvida'),
  }
  const open = async (name: string, content: string): Promise<Data> =>
    Object(await house.api('POST', 'tickets/abrir', { ticket: { name, ...common }, content })).ticket
  const [first, second, third] = [
    await open(`Enlace caiu ${root}`, 'Desde ontem à noite.'),
    await open(`Sem sinal ${root}`, 'Ninguém navega.'),
    await open(`Vistoria ${root}`, 'Quando vem?'),
  ]
  const context = await browser.newContext({ viewport: page.viewportSize(), locale: 'pt-BR', reducedMotion: 'reduce' })
  const theirs = await context.newPage()
  await signIn(theirs, house, colleague)
  await beginSession(page, house)
  await page.goto(`${house.url}/tickets/${first.uuid}`)
  await expect(page.getByText('Desde ontem à noite.')).toBeVisible()
  await theirs.goto(`${house.url}/tickets/${first.uuid}`)
  const here = page.getByRole('status').filter({ hasText: 'Aqui agora' })
  await expect(here).toContainText(`Camila ${root}`)
  await theirs.keyboard.press('x')
  await theirs.getByRole('combobox', { name: 'Nota' }).fill('Estou vendo isto.')
  await expect(here).toContainText(`Camila ${root} está escrevendo uma nota`)
  await theirs.getByRole('button', { name: 'Guardar nota interna' }).click()
  await expect(page.getByText('Estou vendo isto.')).toBeVisible()
  await theirs.goto(`${house.url}/`)
  await expect(page.getByText('Aqui agora')).toHaveCount(0)
  await page.getByRole('button', { name: 'Mesclar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Continua em' }).fill(`Sem sinal ${root}`)
  await page.getByRole('option', { name: `Sem sinal ${root}` }).click()
  await expect(dialog.getByText('1 mensagem, 1 nota interna e 0 anexos')).toBeVisible()
  await expectGood(page)
  await picture(page, `chamado-mesclar-${project.name}`)
  await dialog.getByRole('button', { name: 'Mesclar', exact: true }).click()
  await expect(page).toHaveURL(`${house.url}/tickets/${second.uuid}`)
  for (const words of ['Desde ontem à noite.', 'Ninguém navega.', 'Estou vendo isto.'])
    await expect(page.getByText(words)).toBeVisible()
  await page.goto(`${house.url}/tickets/${first.uuid}`)
  await expect(page.getByText('A conversa continua no chamado')).toBeVisible()
  await expectGood(page)

  await house.api('PUT', `tickets/${third.uuid}`, { related: [{ ticket_id: second.id }] })
  await page.goto(`${house.url}/tickets/${second.uuid}`)
  await expect(page.getByRole('link', { name: `#${third.id} Vistoria ${root}` })).toBeVisible()
  await context.close()
})

test(
  'a ticket is answered with a file, and whoever reads it takes the file home',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const client = await house.api('POST', 'clients', {
      name: `Vale Verde ${project.name}`,
      document: '41000444000104',
    })
    const [module, type] = [await house.idOf('module-tickets', 'Coletas'), await house.idOf('ticket-types', 'Dúvida')]
    const ticket = await house.api('POST', 'tickets', {
      name: 'Planilha recusada',
      client_id: client.id,
      module_id: module,
      type_id: type,
    })
    await beginSession(page, house)
    await page.goto(`${house.url}/tickets/${ticket.uuid}`)
    await page.getByRole('button', { name: 'Responder ao cliente' }).click()
    const answer = page.getByRole('form', { name: 'Resposta ao cliente' })
    const send = answer.getByRole('button', { name: 'Responder ao cliente' })
    await answer.getByRole('combobox', { name: 'Resposta' }).fill('Segue a planilha corrigida.')
    const file = (name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from('CNPJ;ANO;MES\r\n') })
    const chooser = page.locator('input[type=file]')
    await chooser.setInputFiles(file('planilha.exe'))
    await expect(page.getByText('Não guardamos arquivos deste tipo')).toBeVisible()
    await expect(send).toBeDisabled()
    await expectGood(page)
    await page.getByRole('button', { name: 'Tirar planilha.exe' }).click()
    await chooser.setInputFiles(file('planilha.csv'))
    await send.click()

    const attached = page.getByRole('list', { name: 'Anexos' }).getByRole('button', { name: 'planilha.csv' })
    await expect(attached).toBeVisible()
    await expectFits(page)
    const download = page.waitForEvent('download')
    await attached.click()
    expect(readFileSync(await (await download).path(), 'utf8')).toBe('CNPJ;ANO;MES\r\n')
  },
)
