import { cnpjFrom } from '../../src/features/platform/demo/numbers.ts'
import { beginSession, type Data, expect, expectFits, expectGood, type House, picture, test } from './house.ts'

const password = 'nove garças no brejo'

/** A client with one person who asks. */
async function asking(house: House, root: string) {
  const [profile] = Object(await house.api('GET', 'profiles?filter[slug]=cliente'))
  const person = { email: `helena.${root}@exemplo.test`, password }
  const client = await house.api('POST', 'clients', {
    name: `Rádio Serra ${root} Ltda`,
    document: cnpjFrom(`${root}0001`),
  })
  const clientUser = [{ client_id: client.id }]
  const user = await house.api('POST', 'users', {
    name: `Helena ${root}`,
    ...person,
    profile_id: profile.id,
    clientUser,
  })
  const common = {
    client_id: client.id,
    module_id: await house.idOf('module-tickets', 'Coletas'),
    type_id: await house.idOf('ticket-types', 'Dúvida'),
  }
  const open = async (name: string, content: string): Promise<Data> =>
    Object(await house.api('POST', 'tickets/abrir', { ticket: { ...common, requester_id: user.id, name }, content }))
      .ticket
  return { person, client, user, open, common }
}

test(
  'a ticket begins from a template, its steps stand before its end, and it rests until a day',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const root = '73513811'
    const { client } = await asking(house, root)
    await house.api('POST', 'ticket-templates', {
      name: `Licenciar ${root}`,
      title: 'Licenciamento de estação',
      audience: 'equipe',
      priority: 'alta',
      content: 'Precisamos das coordenadas da estação de {{ cliente.nome }}.',
      checklist: [
        { name: 'Pedir a ART', required: true },
        { name: 'Avisar o vencimento', required: false },
      ],
    })
    await house.api('POST', 'ticket-templates', { name: `Cobrar ${root}`, audience: 'equipe', title: 'Cobrança' })
    await beginSession(page, house)
    await page.goto(`${house.url}/tickets/create`)
    const template = page.getByRole('combobox', { name: 'Começar de um modelo' })
    await template.click()
    await page.getByRole('option', { name: `Licenciar ${root}` }).click()
    await expect(page.getByText('O texto deste modelo cita o cliente')).toBeVisible()
    await page.getByRole('combobox', { name: 'Cliente' }).fill(root)
    await page.getByRole('option', { name: `Rádio Serra ${root} Ltda` }).click()
    await page.getByLabel('Título', { exact: true }).fill('O meu título')
    await template.click()
    await page.getByRole('option', { name: `Licenciar ${root}` }).click()
    await expect(page.getByText('Ficou o que você escreveu: Título.')).toBeVisible()
    await expect(page.getByLabel('Mensagem')).toHaveValue(
      `Precisamos das coordenadas da estação de ${String(client.name)}.`,
    )
    await page.getByRole('combobox', { name: /^Solicitante/ }).click()
    await page.getByRole('option', { name: new RegExp(`Helena ${root}`) }).click()
    for (const name of ['Módulo', 'Tipo']) {
      await page.getByRole('combobox', { name, exact: true }).click()
      await page.getByRole('option').first().click()
    }
    await expectFits(page)
    await picture(page, `chamado-modelo-${project.name}`)
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(page.getByText(`Precisamos das coordenadas`)).toBeVisible()

    const phone = project.name === 'phone'
    if (phone) await page.getByText('Sobre o chamado').click()
    const steps = page.getByRole('region', { name: /^Passos/ })
    await expect(steps.getByText('0/2', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Finalizar' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Finalizar' }).click()
    await expect(page.getByText('Falta concluir: “Pedir a ART”.')).toBeVisible()
    await steps.getByRole('checkbox', { name: 'Pedir a ART' }).check()
    await expect(steps.getByText('1/2', { exact: true })).toBeVisible()
    // A template that has none is not offered for its steps.
    await steps.getByRole('button', { name: 'Passos de um modelo…' }).click()
    await expect(page.getByRole('menuitem', { name: `Licenciar ${root}` })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: `Cobrar ${root}` })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Lembrar em/ }).click()
    await page.getByRole('button', { name: 'Em 3 dias' }).click()
    await expect(page.getByText(/Fora da fila até/)).toBeVisible()
    await expectGood(page)
    await picture(page, `chamado-passos-${project.name}`, { fullPage: true })
  },
)

test('two topics part: the client is led to the other ticket, and an answer by macro is read before it goes', async ({
  page,
  house,
  browser,
}, { project }) => {
  const root = '73513813'
  const { person, open } = await asking(house, root)
  const ticket = await open(`Planilha recusada ${root}`, 'O município volta recusado.')
  await house.api('POST', 'ticket-macros', {
    name: `Encerrar ${root}`,
    kind: 'resposta',
    content: 'Encerrando o {{ chamado.numero }}, {{ pessoa.primeiro_nome }}.',
    turn: 'aguardar',
    mine: true,
  })
  const context = await browser.newContext({ viewport: page.viewportSize(), locale: 'pt-BR', reducedMotion: 'reduce' })
  const theirs = await context.newPage()
  await beginSession(theirs, house, person)
  await theirs.goto(`${house.url}/tickets/${ticket.uuid}`)
  await theirs.getByLabel('Sua mensagem').fill('E a licença da torre, sai quando?')
  await theirs.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(theirs.getByText('E a licença da torre, sai quando?')).toBeVisible()
  await expect(theirs.getByRole('link', { name: /meus chamados/i }).first()).toBeVisible()

  await beginSession(page, house)
  await page.goto(`${house.url}/tickets/${ticket.uuid}`)
  const asked = page.getByRole('article', { name: `Cliente, de Helena ${root}` })
  await asked.last().getByRole('button', { name: 'Mais sobre esta mensagem' }).click()
  await page.getByRole('menuitem', { name: 'Separar em outro chamado…' }).click()
  const split = page.getByRole('form', { name: 'Separar em outro chamado' })
  await split.getByLabel('Título do chamado novo').fill(`Licença ${root}`)
  await expectGood(page)
  await picture(page, `chamado-separar-${project.name}`)
  await split.getByRole('button', { name: 'Separar 1 mensagem' }).click()
  await expect(page.getByRole('heading', { name: `Licença ${root}` })).toBeVisible()
  await expect(asked).toHaveCount(1)
  const other = page.url()
  const [moved] = Object(
    await house.api('GET', `ticket-messages?search=${encodeURIComponent('licença da torre')}&sort=-id`),
  )

  // An old link to what moved leads on.
  await theirs.goto(`${house.url}/tickets/${ticket.uuid}?mensagem=${moved.uuid}`)
  await theirs.getByRole('link', { name: new RegExp(`Licença ${root}`) }).click()
  await expect(theirs.locator('[data-told]')).toContainText('E a licença da torre')
  await expectFits(theirs)

  await page.goto(other)
  await page.getByRole('button', { name: 'Macro', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Macro' }).click()
  await page.getByRole('option', { name: `Encerrar ${root}` }).click()
  await expect(dialog.getByText('Status: Aguardar cliente')).toBeVisible()
  await expectGood(page)
  await picture(page, `chamado-macro-${project.name}`)
  await dialog.getByRole('button', { name: 'Pôr no rascunho' }).click()
  const answer = page.getByRole('form', { name: 'Resposta ao cliente' })
  await expect(answer.getByRole('combobox', { name: 'Resposta' })).toHaveValue(/^Encerrando o #\d+, Helena\.$/)
  await expect(theirs.getByText('Encerrando o')).toHaveCount(0)
  await answer.getByRole('button', { name: 'Responder ao cliente' }).click()
  await expect(page.getByText('Aguardando cliente').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Assumir' })).toHaveCount(0)
  await expect(theirs.getByText('Encerrando o')).toBeVisible()

  // What was answered serves others, without what is this client's.
  const said = page.getByRole('article', { name: /^Resposta ao cliente/ })
  await said.getByRole('button', { name: 'Mais sobre esta mensagem' }).click()
  await page.getByRole('menuitem', { name: 'Guardar como texto pronto…' }).click()
  await expect(page.getByRole('list', { name: 'Dados pessoais encontrados' })).toContainText('Helena')
  await expectGood(page)
  await picture(page, `chamado-aproveitar-${project.name}`)
  await page.getByRole('button', { name: 'Abrir o formulário' }).click()
  await expect(page.getByLabel('Texto', { exact: true })).toHaveValue(
    'Encerrando o {{ chamado.numero }}, {{ pessoa.primeiro_nome }}.',
  )
  await context.close()
})

test('a macro for many says who can and who cannot, and sends nothing that was not asked for', async ({
  page,
  house,
}) => {
  const root = '73513815'
  const { open } = await asking(house, root)
  const all = [await open(`Lote um ${root}`, 'Oi.'), await open(`Lote dois ${root}`, 'Oi.')]
  await house.api('POST', 'ticket-steps', { ticket_id: all[0]?.id, name: 'Conferir', required: true })
  await house.api('POST', 'ticket-macros', {
    name: `Fechar ${root}`,
    kind: 'resposta',
    content: 'Encerramos.',
    turn: 'finalizar',
  })
  await beginSession(page, house)
  await page.goto(`${house.url}/tickets?search=${root}`)
  for (const name of ['Lote um', 'Lote dois'])
    await page
      .getByRole('row', { name: new RegExp(`${name} ${root}`) })
      .getByRole('checkbox')
      .check()
  await page.getByRole('button', { name: 'Aplicar macro' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Macro' }).click()
  await page.getByRole('option', { name: `Fechar ${root}` }).click()
  await expect(dialog.getByText('1 chamado muda, 1 não pode:')).toBeVisible()
  await expect(dialog.getByText('Falta concluir: “Conferir”.')).toBeVisible()
  const apply = dialog.getByRole('button', { name: 'Aplicar a 1 chamado' })
  await expect(apply).toBeDisabled()
  await expectGood(page)
  await picture(page, 'chamado-lote')
  await dialog.getByRole('radio', { name: /^Não enviar/ }).check()
  await apply.click()
  await expect(page.getByText('Macro aplicada a 1 chamado.').first()).toBeVisible()
  const words = Object(await house.api('GET', `ticket-messages?filter[ticket_id]=${all[1]?.id}`))
  expect(words).toHaveLength(1)
})
