import { randomBytes } from 'node:crypto'
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
