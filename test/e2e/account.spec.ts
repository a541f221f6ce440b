import { cnpjFrom } from '../../src/features/platform/demo/numbers.ts'
import { expect, expectFits, expectGood, picture, signIn, test } from './house.ts'

test(
  'someone signs in, goes somewhere by the menu, and signs out',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    await page.goto(house.url)
    await expect(page).toHaveURL(/account\/login/)
    await expectFits(page)
    await page.getByLabel('E-mail').fill(house.admin.email)
    await page.getByLabel('Senha', { exact: true }).fill(house.admin.password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(page).toHaveTitle(/Página inicial \| Outorga/)
    await expectFits(page)
    if (project.name === 'phone') await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('link', { name: 'Clientes', exact: true }).click()
    await expect(page).toHaveURL(/\/clients$/)
    await expect(page.getByRole('searchbox')).toBeVisible()
    await page.getByRole('button', { name: /Ana|Administrador/ }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await expect(page).toHaveURL(/account\/login/)
  },
)

test('a wrong password is told beside the button, and nothing else is', async ({ page, house }) => {
  await page.goto(`${house.url}/account/login`)
  await page.getByLabel('E-mail').fill(house.admin.email)
  await page.getByLabel('Senha', { exact: true }).fill('uma senha qualquer')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByText('E-mail ou senha não conferem.')).toBeVisible()
  await expectGood(page)
})

test('a forgotten password is chosen again by mail, once', async ({ page, house }) => {
  const profile = await house.idOf('profiles', 'Colaborador')
  const email = `bruna.${Date.now()}@outorga.test`
  await house.api('POST', 'users', {
    name: 'Bruna Lima',
    email,
    password: 'senha que vai se perder',
    profile_id: profile,
  })
  await page.goto(`${house.url}/account/login`)
  await page.getByRole('link', { name: /Esqueci/ }).click()
  await expectFits(page)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Pedir link' }).click()
  await expect.poll(() => house.lastMail(email)).toContain('/account/reset?token=')
  const [link = ''] = /https?:\S+\/account\/reset\?token=[\w-]+/.exec(house.lastMail(email)) ?? []

  await page.goto(link)
  await expectGood(page)
  const fresh = 'três barcos na varanda'
  await page.getByLabel('Nova senha', { exact: true }).fill(fresh)
  await page.getByLabel(/Confirm|Repita/).fill(fresh)
  await page.getByRole('button', { name: /senha/i }).last().click()
  await expect(page).toHaveURL(/account\/login/)
  await signIn(page, house, { email, password: fresh })
  await expect(page).toHaveTitle(/Página inicial/)
})

test('an address that is not theirs is explained to whoever opens it, and rights that come and go hold at once', async ({
  page,
  house,
}, { project }) => {
  const name = `Consulta ${project.name}`
  const rights = ['clients.index', 'plans.index', 'plans.update']
  const profile = await house.api('POST', 'profiles', { name, profile_roles: rights.map(role => ({ role })) })
  const holds = async (roles: readonly string[]) => {
    await house.api('PUT', `profiles/${profile.uuid}`, { profile_roles: roles.map(role => ({ role })) })
    // As whoever comes back to the tab.
    await page.evaluate('dispatchEvent(new Event("focus"))')
  }
  const email = `elis.${project.name}@outorga.test`
  const password = 'cinco redes na sacada'
  const document = cnpjFrom(project.name === 'phone' ? '725139620001' : '725139610001')
  const client = await house.api('POST', 'clients', { name: `Cliente de Elis ${project.name}`, document })
  const clientUser = [{ client_id: client.id }]
  await house.api('POST', 'users', { name: 'Elis Prado', email, password, profile_id: profile.id, clientUser })
  await page.goto(`${house.url}/account/login?voltar=%2Fusers`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  const lacks = page.getByRole('heading', { name: 'Você não tem acesso a Usuários' })
  await expect(lacks).toBeVisible()
  await expect(page.getByText(/^Peça a um administrador/)).toBeVisible()
  await expect(page).toHaveURL(/\/users$/)
  await expectGood(page)
  await picture(page, `sem-acesso-${project.name}`)

  // Wrong addresses are shown in the frame too, and tell of nothing that did not happen.
  const account = page.getByRole('button', { name: /^Conta de Elis/ })
  await page.goto(`${house.url}/nada`)
  await expect(page.getByRole('heading', { name: 'This page could not be found' })).toBeVisible()
  await expect(account).toBeVisible()
  await expectFits(page)
  await page.goto(`${house.url}/errors/401`)
  await expect(page.getByText('Nenhum erro aconteceu agora')).toBeVisible()
  await expect(account).toBeVisible()

  await page.goto(`${house.url}/plans`)
  await expect(page.getByRole('searchbox')).toBeVisible()
  await holds(['clients.index'])
  await expect(page.getByRole('heading', { name: 'Você não tem acesso a Planos' })).toBeVisible()
  await holds(rights)
  await expect(page.getByRole('searchbox')).toBeVisible()

  // Whose profile may enter nothing is signed out, once, and not led back to where they cannot be.
  const ended = page.waitForResponse(answer => answer.url().endsWith('/api/v1/logout'))
  await holds([])
  expect((await ended).status()).toBe(200)
  await expect(page.getByRole('alertdialog', { name: 'Atenção' })).toContainText(
    'Não foi possível acessar a página solicitada.',
  )
  await expect(page).toHaveURL(/account\/login$/)
})

test('a session that ends over unsaved work is taken up there, and a company chosen in another tab is told', async ({
  page,
  context,
  house,
}, { project }) => {
  const name = `Plano por salvar ${project.name}`
  await house.api('POST', 'empresas', { nome_fantasia: `Farol ${project.name}` })
  const beto = { email: `beto.${project.name}@outorga.test`, password: 'oito sinos na ladeira' }
  const profile_id = await house.idOf('profiles', 'Colaborador')
  await house.api('POST', 'users', { name: 'Beto Maia', ...beto, profile_id })
  await signIn(page, house)
  const other = await context.newPage()
  await other.goto(`${house.url}/fistels`)
  const menu = page.waitForResponse(answer => answer.url().endsWith('/api/v1/users/me/menu-lateral'))
  await page.goto(`${house.url}/plans/create`)
  await page.getByLabel('Nome', { exact: true }).fill(name)
  // Nothing is still being asked for when the session ends.
  expect((await menu).status()).toBe(200)
  await expect(other).toHaveTitle(/fistéis/i)

  await house.sql(`update sessions set ended_at = now(), ended_by = 'logout'
    where id = (select max(id) from sessions where jkt is not null)`)
  // The stream that ends may tell of it before the click does: the dialog then stands above the button already.
  await page.getByRole('button', { name: 'Salvar', exact: true }).dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: 'Sessão expirada' })
  await expect(dialog).toContainText('Sua sessão expirou, por favor faça login novamente')
  await expect(dialog).toContainText(house.admin.email)
  await expectGood(page)
  await picture(page, `entrar-de-novo-${project.name}`)
  // The tab with nothing unsaved says why it was sent away, and comes back by itself.
  await expect(other).toHaveURL(/account\/login\?voltar=%2Ffistels/)
  await expect(other.getByText('Sua sessão expirou, por favor faça login novamente.')).toHaveCount(1)
  // The tab that was refused before it heard of it says so in a popup.
  const told = other.getByRole('alertdialog', { name: 'Sessão expirada' })
  if (await told.isVisible()) await told.getByRole('button', { name: 'Entendi' }).click()
  await dialog.getByLabel('Senha', { exact: true }).fill('outra senha qualquer')
  await dialog.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(dialog.getByText('A senha não confere.')).toBeVisible()
  // Somebody else in the other tab takes neither the form nor the place of who filled it in.
  await other.getByLabel('E-mail').fill(beto.email)
  await other.getByLabel('Senha', { exact: true }).fill(beto.password)
  await other.getByRole('button', { name: 'Entrar', exact: true }).click()
  const taken = page.getByRole('dialog', { name: 'Outra pessoa entrou' })
  await expect(taken).toContainText('Beto Maia entrou neste navegador')
  await expectGood(page)
  await taken.getByLabel('Senha', { exact: true }).fill(house.admin.password)
  await taken.getByRole('button', { name: /^Entrar como/ }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue(name)
  await expect(other).toHaveTitle(/fistéis/i)

  await other.getByRole('combobox', { name: 'Empresa em visualização' }).click()
  await other.getByRole('option', { name: `Farol ${project.name}` }).click()
  await expect(page.getByText(`Agora você vê Farol ${project.name}.`)).toBeVisible()
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue(name)
  await house.api('PUT', 'users/me/empresa-visualizacao-id', { empresa_visualizacao_id: 'todos' })
  await page.evaluate('dispatchEvent(new Event("focus"))')
  await expect(page.getByText('Agora você vê')).toHaveCount(0)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page).toHaveURL(/plans\/[0-9a-f-]{36}/)

  // Whoever leaves on purpose in another tab finds here what was not saved.
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByLabel('Nome', { exact: true }).fill(`${name}, de novo`)
  await expect(page.getByText('Alterações por salvar')).toBeVisible()
  await other.bringToFront()
  await other.getByRole('button', { name: /^Conta de/ }).click()
  await other.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page).toHaveURL(/account\/login\?voltar=%2Fplans/)
  await page.getByLabel('E-mail').fill(house.admin.email)
  await page.getByLabel('Senha', { exact: true }).fill(house.admin.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByText(/Há um rascunho de/)).toBeVisible()

  // Without a network a screen not yet loaded has no number, and comes when the network does.
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Quadro do mês' }).click()
  await expect(page.getByRole('heading', { name: 'Erro ao exibir esta página' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
  await expect(page.getByText('500', { exact: true })).toHaveCount(0)
  await expectGood(page)
  await context.setOffline(false)
  await expect(page).toHaveTitle(/Quadro do mês/)
})
