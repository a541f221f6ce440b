import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { freePort } from '#test/support/cluster.ts'
import { openDirectory } from '#test/support/directory.ts'
import { expect, expectFits, expectGood, picture, test as base } from './house.ts'

type Directory = Awaited<ReturnType<typeof openDirectory>>
interface Outside {
  readonly directory: Directory
  readonly env: Readonly<Record<string, string>>
}

const test = base.extend<object, { outside: Outside }>({
  outside: [
    // oxlint-disable-next-line no-empty-pattern -- it needs no other fixture
    async ({}, use) => {
      // The directory must know the address of the product before the product starts.
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const directory = await openDirectory(() => url)
      await use({
        directory,
        env: {
          ...directory.env,
          PORT: String(port),
          OUTORGA_URL: url,
          SECRETS_KEY: randomBytes(32).toString('base64'),
          OIDC_PROFILES: 'operacao=colaborador',
        },
      })
      await directory.close()
    },
    { scope: 'worker' },
  ],
  env: ({ outside }, use) => use(outside.env),
})

test('a person comes in by the directory, where they were going, and is told in words why not @phone', async ({
  page,
  house,
  outside: { directory },
}, { project }) => {
  const person = { name: 'Marina do Diretório', email: `marina.${project.name}@casa.example`, email_verified: true }
  directory.people.set(project.name, { ...person, groups: ['portaria'] })
  directory.sit(project.name)
  await page.goto(`${house.url}/clients?search=a`)
  await page.getByRole('button', { name: 'Entrar com a conta da empresa' }).waitFor()
  await expectFits(page)
  await picture(page, `diretorio-${project.name}`)
  await page.getByRole('button', { name: 'Entrar com a conta da empresa' }).click()
  await expect(page.getByRole('alert')).toContainText('não dá a você nenhum dos grupos')
  await expectGood(page)
  await picture(page, `diretorio-recusa-${project.name}`)

  directory.people.set(project.name, { ...person, groups: ['operacao'] })
  await page.goto(`${house.url}/clients?search=a`)
  await page.getByRole('button', { name: 'Entrar com a conta da empresa' }).click()
  await expect(page).toHaveURL(`${house.url}/clients?search=a`)
  await expect(page.getByRole('heading', { name: 'Clientes' })).toBeVisible()
  // A page loaded again finds no ticket: what came back was used.
  await page.goto(`${house.url}/account/directory?code=x&state=y`)
  await expect(page.getByRole('alert')).toContainText('Esta entrada não começou nesta aba')
})

test('a directory that says no more than a password leads to the second step, and proves again in another tab', async ({
  page,
  house,
  outside: { directory },
}) => {
  const email = 'otavio@casa.example'
  directory.people.set('otavio', { name: 'Otávio Prado', email, email_verified: true, groups: ['operacao'] })
  directory.sit('otavio')
  const come = () => page.getByRole('button', { name: 'Entrar com a conta da empresa' }).click()
  await page.goto(`${house.url}/account/login?voltar=/seguranca`)
  await come()
  await expect(page.getByRole('heading', { name: 'Segurança', level: 1 })).toBeVisible()
  await house.sql(`update sessions set proved_at = now() - interval '2 days'
    where user_id = (select id from users where email = '${email}')`)
  // The server remembers a caller for a second, where another process changes them without a word.
  await page.waitForTimeout(1_100)
  await page.getByRole('button', { name: 'Cadastrar aplicativo de códigos' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  const asked = page.getByRole('dialog', { name: 'Confirme que é você' })
  const opening = page.waitForEvent('popup')
  await asked.getByRole('link', { name: 'Entre de novo com a conta da empresa' }).click()
  const other = await opening
  await expect(other.getByRole('heading', { name: 'Você confirmou quem é' })).toBeVisible()
  await other.close()
  await picture(page, 'diretorio-prova')
  await asked.getByRole('button', { name: 'Confirmar' }).click()
  const link = page.getByRole('dialog').getByRole('link', { name: /Abra no aplicativo/ })
  const secret = Secret.fromBase32(new URL((await link.getAttribute('href')) ?? '').searchParams.get('secret') ?? '')
  const codeAt = (moment: number) => TOTP.generate({ secret, timestamp: moment })
  await page.getByLabel('Código de 6 dígitos').fill(codeAt(Date.now()))
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByRole('button', { name: 'Já guardei' }).click()

  await page.context().clearCookies()
  await page.evaluate('localStorage.clear()')
  await page.goto(`${house.url}/account/login?voltar=/seguranca`)
  await come()
  await expect(page.getByRole('heading', { name: 'Confirme que é você' })).toBeVisible()
  await picture(page, 'diretorio-segundo-fator')
  await page.getByLabel('Código de 6 dígitos').fill(codeAt(Date.now() + 30_000))
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page).toHaveURL(`${house.url}/seguranca`)
  await expect(page.getByRole('heading', { name: 'Segurança', level: 1 })).toBeVisible()
})
