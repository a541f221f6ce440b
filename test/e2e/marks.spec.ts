import { beginSession, choicesStored, expect, expectFits, expectGood, picture, test } from './house.ts'

test(
  'cards of a phone are marked and acted on, and what was filled in is discarded only after a question',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    const word = `Zona marcada ${project.name}`
    for (const end of ['um', 'dois', 'três']) await house.api('POST', 'plans', { name: `${word} ${end}` })
    await beginSession(page, house)
    await page.goto(`${house.url}/plans?search=${encodeURIComponent(word)}`)
    const isPhone = project.name === 'phone'
    const bar = page.getByRole('toolbar', { name: 'Ações em lote' })
    if (isPhone) {
      await page.getByRole('button', { name: 'Selecionar' }).click()
      await expect(bar.getByText('Toque no que quer marcar.')).toBeVisible()
      const first = page.getByRole('checkbox', { name: `${word} dois` })
      await first.press('Space')
      await expect(bar.getByText('1 plano selecionado')).toBeVisible()
      await bar.getByRole('button', { name: 'Marcar a página' }).click()
    } else await page.getByRole('checkbox', { name: 'Selecionar todos desta página' }).check()
    await expect(bar.getByText('3 planos selecionados')).toBeVisible()
    await expectGood(page)
    await expectFits(page)
    await picture(page, `marcados-${project.name}`)

    await bar.getByRole('button', { name: 'Alterar campos' }).click()
    const dialog = page.getByRole('dialog', { name: 'Alterar campos de 3 planos' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await bar.getByRole('button', { name: 'Alterar campos' }).click()
    await expect(dialog).toBeVisible()
    await dialog.getByRole('combobox').first().selectOption({ index: 1 })
    const question = page.getByRole('alertdialog')
    for (const way of ['Escape', 'X'] as const) {
      if (way === 'Escape') await page.keyboard.press('Escape')
      else await dialog.getByRole('button', { name: 'Fechar' }).click()
      await question.getByRole('button', { name: 'Continuar preenchendo' }).click()
      await expect(question).toHaveCount(0)
      await expect(dialog).toBeVisible()
    }
    await page.keyboard.press('Escape')
    await expect(question.getByText('Descartar o que foi preenchido?')).toBeVisible()
    await picture(page, `descartar-${project.name}`)
    // Esc answers the question alone.
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Descartar' }).click()
    await expect(dialog).toHaveCount(0)

    await bar.getByRole('button', { name: 'Inativar' }).click()
    await expect(page.getByText('Inativo').first()).toBeVisible()
    await expect(bar).toHaveCount(0)
  },
)

test('how tall rows are goes with the person to another browser', async ({ page, house, browser }) => {
  await beginSession(page, house)
  await page.goto(`${house.url}/plans`)
  await page.getByRole('button', { name: 'Colunas e altura das linhas' }).click()
  const stored = choicesStored(page)
  await page.getByRole('menuitemradio', { name: 'Compacta' }).click()
  await stored
  const elsewhere = await (await browser.newContext()).newPage()
  await beginSession(elsewhere, house)
  await elsewhere.goto(`${house.url}/plans`)
  await expect(elsewhere.locator('html')).toHaveAttribute('data-density', 'compact')
  const restored = choicesStored(page)
  await page.getByRole('menuitemradio', { name: 'Padrão' }).click()
  await restored
})
