import { randomBytes } from 'node:crypto'
import type { CDPSession, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { ageSession, expect, expectFits, expectGood, picture, signIn, test, type House } from './house.ts'

// Passkeys need an address with a name, and codes a key to be sealed with.
test.use({
  env: { SECRETS_KEY: randomBytes(32).toString('base64'), OUTORGA_URL: 'http://localhost:{port}' },
})

const password = 'duas canoas no remanso'
let people = 0

async function somebody(house: House, project: string, name: string) {
  const email = `fator${++people}.${project}@outorga.test`
  await house.api('POST', 'users', {
    name,
    email,
    password,
    profile_id: await house.idOf('profiles', 'Colaborador'),
    redefinir_senha_apos_login: false,
  })
  return { email, password }
}

async function typePassword(page: Page, house: House, who: { email: string; password: string }) {
  await page.goto(`${house.url}/account/login`)
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Senha', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

/** The code of the current 30 seconds, or of the next where this one was used. That before expires at their end. */
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })

/** Registers a device that makes codes on the screen; answers its secret and the recovery codes. */
async function registerCodes(page: Page) {
  await page.getByRole('button', { name: 'Cadastrar aplicativo de códigos' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code do segundo fator' })).toBeVisible()
  const link = await dialog.getByRole('link', { name: /Abra no aplicativo/ }).getAttribute('href')
  const secret = new URL(link ?? '').searchParams.get('secret') ?? ''
  await picture(page, 'segundo-fator-qr')
  await dialog.getByLabel('Código de 6 dígitos').fill('000000')
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await expect(dialog.getByRole('alert')).toContainText('não confere')
  await dialog.getByLabel('Código de 6 dígitos').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  const list = page.getByRole('list', { name: 'Códigos de recuperação' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await expectFits(page)
  await picture(page, 'segundo-fator-codigos')
  const codes = await list.getByRole('listitem').allInnerTexts()
  await page.getByRole('button', { name: 'Já guardei' }).click()
  await expect(page.getByText('10 de 10 por usar.')).toBeVisible()
  return { secret, codes }
}

test('a device that makes codes is registered, asked for at the sign-in, stood in for by a recovery code, and removed @phone', async ({
  page,
  house,
}, { project }) => {
  const who = await somebody(house, project.name, 'Dora Nunes')
  await signIn(page, house, who)
  await expect(page).toHaveTitle(/Página inicial/)
  await page.getByRole('button', { name: /Conta de Dora/ }).click()
  await page.getByRole('menuitem', { name: 'Segurança' }).click()
  await expect(page.getByRole('heading', { name: 'Segurança', level: 1 })).toBeVisible()
  await expectGood(page)
  await picture(page, 'seguranca-vazia', { fullPage: true })
  const { secret, codes } = await registerCodes(page)
  await expectGood(page)
  await picture(page, 'seguranca', { fullPage: true })

  await page.evaluate("localStorage.removeItem('outorga.token')")
  await typePassword(page, house, who)
  await expect(page.getByRole('heading', { name: 'Confirme que é você' })).toBeVisible()
  await expect(page.getByLabel('Código de 6 dígitos')).toBeFocused()
  await expect(page.getByLabel('Código de 6 dígitos')).toHaveAttribute('autocomplete', 'one-time-code')
  await expectGood(page)
  await picture(page, 'segundo-passo')
  await page.getByLabel('Código de 6 dígitos').fill('000000')
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('não confere')
  // A way back to the password, and again.
  await page.getByRole('button', { name: 'Voltar para a entrada' }).click()
  await typePassword(page, house, who)
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click()
  await page.getByLabel('Código de recuperação').fill(codes[0]?.toLowerCase() ?? '')
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await expect(page).toHaveTitle(/Página inicial/)
  await page.goto(`${house.url}/seguranca`)
  await expect(page.getByText('9 de 10 por usar.')).toBeVisible()

  // A browser that is remembered asks for no code; forgotten, it does again.
  await page.evaluate("localStorage.removeItem('outorga.token')")
  await typePassword(page, house, who)
  await page.getByLabel('Não pedir neste aparelho por 30 dias').check()
  await page.getByLabel('Código de 6 dígitos').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await expect(page).toHaveTitle(/Página inicial/)
  await page.evaluate("localStorage.removeItem('outorga.token')")
  await typePassword(page, house, who)
  await expect(page).toHaveTitle(/Página inicial/)
  await page.goto(`${house.url}/seguranca`)
  await page.getByRole('button', { name: /^Esquecer/ }).click()
  await expect(page.getByText('Nenhum: o segundo fator é pedido em toda entrada.')).toBeVisible()

  // Signed in by the password alone, the factor is not removed without the factor.
  await page.getByRole('button', { name: 'Remover Celular' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirme que é você' })).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('Senha')).toHaveCount(0)
  await picture(page, 'prova')
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click()
  await page.getByLabel('Código de recuperação').fill(codes[1] ?? '')
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByText('Segundo fator removido.').first()).toBeVisible()
  await expect(page.getByText('quem descobrir a sua senha ainda não entra')).toBeVisible()
})

test('a session that ends over unsaved work is taken up there with the second step, wrong codes and a way back @phone', async ({
  page,
  house,
}, { project }) => {
  const who = await somebody(house, project.name, 'Nair Campos')
  await signIn(page, house, who)
  await expect(page).toHaveTitle(/Página inicial/)
  await page.goto(`${house.url}/seguranca`)
  const { codes } = await registerCodes(page)
  const name = `Provedor por salvar ${project.name}`
  await page.goto(`${house.url}/clients/create`)
  const field = page.getByLabel('Razão social', { exact: true }).first()
  await field.fill(name)
  await house.sql(`update sessions set ended_at = now(), ended_by = 'logout'
    where user_id = (select id from users where email = '${who.email}')`)
  await page
    .getByRole('button', { name: /^Registrar|^Salvar/ })
    .first()
    .dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: 'Sessão expirada' })
  const typeOver = async () => {
    await dialog.getByLabel('Senha', { exact: true }).fill(who.password)
    await dialog.getByRole('button', { name: 'Entrar', exact: true }).click()
  }
  await typeOver()
  const code = dialog.getByLabel('Código de 6 dígitos')
  await expect(code).toBeFocused()
  await expectGood(page)
  await expectFits(page)
  await picture(page, `entrar-de-novo-segundo-passo-${project.name}`)
  await code.fill('000000')
  await dialog.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('não confere')
  await dialog.getByRole('button', { name: 'Voltar para a entrada' }).click()
  await typeOver()
  await dialog.getByRole('button', { name: 'Usar um código de recuperação' }).click()
  await dialog.getByLabel('Código de recuperação').fill(codes[0] ?? '')
  await dialog.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(field).toHaveValue(name)
})

/** Chromium's own authenticator, which asks for nothing and says that it did. */
async function withAuthenticator(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return cdp
}

test('a passkey is registered, signs in alone and after the password, and proves who one is', async ({ page, house }, {
  project,
}) => {
  const who = await somebody(house, project.name, 'Elias Prado')
  await withAuthenticator(page)
  await signIn(page, house, who)
  await expect(page).toHaveTitle(/Página inicial/)
  await page.goto(`${house.url}/seguranca`)
  await page.getByRole('button', { name: 'Cadastrar chave de acesso' }).click()
  await page.getByLabel('Nome').fill('Notebook do escritório')
  await picture(page, 'chave-de-acesso')
  await page.getByRole('dialog').getByRole('button', { name: 'Cadastrar' }).click()
  await expect(page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'Já guardei' }).click()
  await expect(page.getByText('Notebook do escritório')).toBeVisible()

  // The same authenticator makes no second one.
  await page.getByRole('button', { name: 'Cadastrar chave de acesso' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cadastrar' }).click()
  await expect(page.getByText(/já tem uma chave de acesso/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()

  // Alone, without a word typed.
  await page.evaluate("localStorage.removeItem('outorga.token')")
  await page.goto(`${house.url}/account/login`)
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
  await expect(page).toHaveTitle(/Página inicial/)

  // After the password.
  await page.evaluate("localStorage.removeItem('outorga.token')")
  await typePassword(page, house, who)
  await page.getByRole('button', { name: 'Usar a chave de acesso' }).click()
  await expect(page).toHaveTitle(/Página inicial/)

  // Before a guarded act of an old session.
  await ageSession(house, who.email)
  await page.goto(`${house.url}/seguranca`)
  await page.getByRole('button', { name: 'Remover Notebook do escritório' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click()
  await expect(page.getByText('O navegador pede a sua digital, o seu rosto ou o PIN.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByText('Segundo fator removido.').first()).toBeVisible()

  // What was removed signs nobody in.
  await page.evaluate("localStorage.removeItem('outorga.token')")
  await page.goto(`${house.url}/account/login`)
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
  await expect(page.getByRole('alert')).toContainText('Não foi possível confirmar')
})

test('a guarded act of an old session asks for the password, and goes on with what was typed', async ({
  page,
  house,
}) => {
  await signIn(page, house)
  await page.goto(`${house.url}/profiles/create`)
  const name = 'Zona guardada'
  await page.getByLabel('Nome').first().fill(name)
  await ageSession(house, house.admin.email)
  await page
    .getByRole('button', { name: /^Registrar|^Salvar/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' })
  await dialog.getByLabel('Senha', { exact: true }).fill('uma senha qualquer')
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await expect(dialog.getByRole('alert')).toContainText('A senha não confere.')
  await picture(page, 'prova-senha')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Confirme que é você para continuar.').first()).toBeVisible()
  await expect(page.getByLabel('Nome').first()).toHaveValue(name)
  // What was refused is said over the page too, for as long as a popup of an error stays.
  await page.getByRole('button', { name: 'Entendi' }).click()
  await page
    .getByRole('button', { name: /^Registrar|^Salvar/ })
    .first()
    .click()
  await dialog.getByLabel('Senha', { exact: true }).fill(house.admin.password)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
})

test('a profile demands the factor; who lacks it may do nothing else, and an administrator resets it @phone', async ({
  page,
  house,
  browser,
}, { project }) => {
  const profile = await house.api('POST', 'profiles', {
    name: `Zona exigente ${project.name}`,
    audience: 'equipe',
    profile_roles: [{ role: 'clients.index' }],
  })
  const email = `exigido.${project.name}@outorga.test`
  const { uuid } = await house.api('POST', 'users', {
    name: 'Fábio Lira',
    email,
    password,
    profile_id: profile.id,
    redefinir_senha_apos_login: false,
  })
  await signIn(page, house)
  await page.goto(`${house.url}/profiles/${profile.uuid}`)
  await expect(page.getByText('1 pessoa com este perfil ainda não tem segundo fator.')).toBeVisible()
  await page
    .getByRole('combobox', { name: 'Exigir segundo fator' })
    .or(page.getByLabel('Exigir segundo fator'))
    .first()
    .click()
  await page.getByRole('option', { name: 'Exigir já, na próxima tela' }).click()
  await page.getByRole('button', { name: 'Salvar exigência' }).click()
  await expect(page.getByText('O segundo fator é exigido já.').first()).toBeVisible()
  await picture(page, 'exigir')

  const other = await (await browser.newContext()).newPage()
  await typePassword(other, house, { email, password })
  await expect(other.getByText('Cadastre um para continuar')).toBeVisible()
  await other.goto(`${house.url}/clients`)
  await expect(other).toHaveURL(/\/seguranca$/)
  await expect(other.getByRole('navigation', { name: 'Menu principal' })).toHaveCount(0)
  await expectFits(other)
  await picture(other, 'seguranca-exigida')
  await registerCodes(other)
  await other.goto(`${house.url}/clients`)
  await expect(other.getByRole('searchbox')).toBeVisible()

  await page.goto(`${house.url}/users/${uuid}`)
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Redefinir segundo fator' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Redefinir segundo fator' }).click()
  await expect(page.getByText('Segundo fator redefinido.').first()).toBeVisible()
  await expect.poll(() => house.lastMail(email)).toContain('segundo fator redefinido')
  await other.reload()
  await expect(other).toHaveURL(/account\/login/)
})
