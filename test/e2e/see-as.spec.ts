import { cnpjFrom } from '../../src/features/platform/demo/numbers.ts'
import { beginSession, expect, expectGood, type House, picture, test } from './house.ts'

const password = 'nove garças no brejo'

/** A client with one person who enters for it, and one without anybody. */
async function provider(house: House, root: string) {
  const { id: profile_id } = await house.api('GET', 'profiles?filter[slug]=cliente').then(rows => Object(rows)[0])
  const email = `fulana.${root}@exemplo.test`
  const client = await house.api('POST', 'clients', {
    name: `Rádio Vale ${root} Ltda`,
    document: cnpjFrom(`${root}0001`),
  })
  const clientUser = [{ client_id: client.id }]
  await house.api('POST', 'users', { name: 'Fulana Prates', email, password, profile_id, clientUser })
  const alone = await house.api('POST', 'clients', {
    name: `Sem Ninguém ${root} Ltda`,
    document: cnpjFrom(`${root}0002`),
  })
  return { client, alone, email }
}

test('staff see as the client does, in one tab, read only, and come back', async ({ page, house, context }, {
  project,
}) => {
  const root = '72513801'
  const { client, alone } = await provider(house, root)
  await beginSession(page, house)
  await page.goto(`${house.url}/clients/${client.uuid}`)
  await page.getByRole('button', { name: 'Ver como o cliente' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Por 30 minutos, nesta aba')).toBeVisible()
  await expectGood(page)
  await picture(page, `ver-como-${project.name}`)
  await dialog.getByRole('button', { name: 'Ver como Fulana Prates' }).click()

  const band = page.getByRole('region', { name: 'Visão do cliente' })
  await expect(band).toContainText(
    `Você está vendo como Fulana Prates, de Rádio Vale ${root} Ltda. Nada pode ser alterado.`,
  )
  await expect(page).toHaveURL(`${house.url}/`)
  await expect(page.getByText(/Fulana\. /)).toBeVisible()
  await expectGood(page)
  await picture(page, `visao-do-cliente-${project.name}`)

  // It survives a reload, and stays in this tab.
  await page.reload()
  await expect(band).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${house.url}/`)
  await expect(other.getByRole('button', { name: 'Conta de Administrador' })).toBeVisible()
  await expect(other.getByRole('region', { name: 'Visão do cliente' })).toHaveCount(0)
  await other.close()
  await expect(page.getByRole('button', { name: 'Conta de Fulana Prates' })).toBeVisible()

  // What they could do is shown, and refused.
  await page.goto(`${house.url}/tickets/create`)
  await expect(band).toBeVisible()
  await page.getByLabel('Assunto').fill('Não deve ir')
  await page.getByLabel('Sua mensagem').fill('Nem isto')
  for (const name of ['Sobre o quê', 'O que você precisa']) {
    await page.getByRole('combobox', { name }).click()
    await page.getByRole('option').first().click()
  }
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText(/nada pode ser alterado/).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('Assunto').fill('')
  await page.getByLabel('Sua mensagem').fill('')

  await page.goto(`${house.url}/clients`)
  await expect(page.getByText(`Rádio Vale ${root}`).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(`Sem Ninguém ${root}`)).toHaveCount(0)

  await band.getByRole('button', { name: 'Sair da visão do cliente' }).click()
  await expect(page).toHaveURL(`${house.url}/clients/${client.uuid}`)
  await expect(page.getByRole('button', { name: 'Conta de Administrador' })).toBeVisible()
  await expect(band).toHaveCount(0)
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Histórico' }).click()
  await expect(page.getByText('Visto como o cliente')).toBeVisible()
  await expect(page.getByText(/Como Fulana Prates, de .* a /)).toBeVisible()

  await page.goto(`${house.url}/clients/${alone.uuid}`)
  await page.getByRole('button', { name: 'Ver como o cliente' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ver como o cliente' }).click()
  await expect(band).toContainText(`como alguém de Sem Ninguém ${root} Ltda veria`)
})

test('what the server no longer grants ends in the browser too, and says so', async ({ page, house }) => {
  const root = '72513803'
  const { client, email } = await provider(house, root)
  await beginSession(page, house)
  await page.goto(`${house.url}/clients/${client.uuid}`)
  await page.getByRole('button', { name: 'Ver como o cliente' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ver como Fulana Prates' }).click()
  const band = page.getByRole('region', { name: 'Visão do cliente' })
  await expect(band).toBeVisible()
  // The person is blocked meanwhile.
  await house.api('PUT', 'users/disable', { ids: [await house.idOf('users', email)] })
  await expect(page).toHaveURL(`${house.url}/clients/${client.uuid}`)
  await expect(page.getByText('A visão do cliente terminou').first()).toBeVisible()
  await expect(band).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Conta de Administrador' })).toBeVisible()
})
