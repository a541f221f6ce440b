import { cnpj } from '../support/drafts.ts'
import { beginSession, expect, expectFits, expectGood, nextNumber, signIn, test } from './house.ts'

const password = 'nove pipas no quintal'

test('work is handed over after a look, seen by whoever has it now, and given back; a week off moves nothing', async ({
  page,
  house,
  browser,
}) => {
  const mark = 'Mesa'
  const profile_id = await house.idOf('profiles', 'Colaborador')
  const person = async (name: string) => {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@outorga.test`
    return { name, email, id: (await house.api('POST', 'users', { name, email, password, profile_id })).id }
  }
  const [giver, receiver] = [await person(`Olga ${mark}`), await person(`Ivo ${mark}`)]
  for (let i = 0; i < 3; i++)
    await house.api('POST', 'clients', {
      name: `Passagem ${mark} ${i}`,
      document: cnpj(nextNumber()),
      responsible_id: i < 2 ? giver.id : receiver.id,
    })

  await beginSession(page, house)
  await page.goto(`${house.url}/equipe`)
  await page.getByRole('button', { name: `Passar o trabalho de ${giver.name}` }).click()
  // By the keyboard alone.
  await page.keyboard.type(receiver.name)
  await page.getByRole('option', { name: receiver.name }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('2 clientes passam')).toBeVisible()
  await expectGood(page)
  await dialog.getByText('Ver os 2 clientes').click()
  await expect(dialog.getByText(`Passagem ${mark} 1`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Passar 2 clientes' }).click()
  const past = page.getByRole('listitem').filter({ hasText: `${giver.name} → ${receiver.name}` })
  await expect(past).toContainText('2 clientes')
  await expectFits(page)

  const other = await (await browser.newContext({ viewport: page.viewportSize() ?? null })).newPage()
  await signIn(other, house, { email: receiver.email, password })
  const mine = async (names: readonly string[]) => {
    await other.goto(`${house.url}/clients?search=Passagem ${mark}`)
    // The rows of before stand dimmed until those asked for come; what is remembered is not asked for.
    const answered = other.waitForResponse(/clients\?.*responsible_id/, { timeout: 2_000 }).catch(() => null)
    await other.getByRole('button', { name: 'Só meus' }).click()
    await answered
    await expect(other.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect(other.getByRole('link', { name: `Passagem ${mark}` })).toHaveCount(names.length)
    for (const name of names) await expect(other.getByRole('link', { name })).toBeVisible()
  }
  await mine([0, 1, 2].map(i => `Passagem ${mark} ${i}`))
  await expectFits(other)
  await expect(other.getByRole('link', { name: 'Equipe' }), 'it is for whoever leads').toHaveCount(0)

  await past.getByRole('button', { name: /^Desfazer/ }).click()
  const asked = page.getByRole('alertdialog')
  await expect(asked).toContainText(`Volta a ${giver.name}: 2 clientes.`)
  await asked.getByRole('button', { name: 'Desfazer a passagem' }).click()
  await expect(past.getByText('Desfeita')).toBeVisible()
  await mine([`Passagem ${mark} 2`])

  await page.getByRole('button', { name: `Afastar ${giver.name}` }).click()
  const days = page.getByRole('dialog')
  await days.getByRole('combobox', { name: 'Quem fica no lugar' }).fill(receiver.name)
  await page.getByRole('option', { name: receiver.name }).click()
  const until = new Date(Date.now() + 6 * 86_400_000).toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' })
  await days.getByLabel('Até').fill(until)
  await expectGood(page)
  await days.getByRole('button', { name: 'Afastar', exact: true }).click()
  await expect(page.getByText(`No lugar de ${giver.name}, até ${until.slice(0, 5)}`)).toBeVisible()
  await expectFits(page)
  await mine([0, 1, 2].map(i => `Passagem ${mark} ${i}`))
  await other.getByRole('link', { name: `Passagem ${mark} 0` }).click()
  await expect(other.getByText(`${receiver.name} no lugar, até ${until.slice(0, 5)}`).first()).toBeVisible()

  await page.getByRole('button', { name: `Encerrar o afastamento de ${giver.name}` }).click()
  await expect(page.getByText(`No lugar de ${giver.name}`)).toHaveCount(0)
  await mine([`Passagem ${mark} 2`])
})
