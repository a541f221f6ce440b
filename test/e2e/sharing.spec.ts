import { beginSession, expect, expectFits, expectGood, type House, picture, test } from './house.ts'
import { quarterGraphics } from './maps.ts'

test.use(quarterGraphics())

/** Two clients, a station of the first, another it keeps, and somebody of the second. */
async function furnish({ api, idOf }: House, of: string) {
  const owner = await api('POST', 'clients', {
    name: `Dona da Torre ${of}`,
    document: '52000222000108',
  })
  const who = { email: `vizinha-${of}@exemplo.com.br`, password: 'sete pontes sobre o rio' }
  const sharer = await api('POST', 'clients', {
    name: `Vizinha da Torre ${of}`,
    document: '52000444000120',
  })
  await api('POST', 'users', {
    name: `Vizinha ${of}`,
    ...who,
    profile_id: await idOf('profiles', 'cliente'),
    redefinir_senha_apos_login: false,
    clientUser: [{ client_id: sharer.id }],
  })
  const station = (name: string, more = {}) =>
    api('POST', 'stations', {
      name: `${name} ${of}`,
      client_id: owner.id,
      address: [{ lat: -21.2045, lng: -47.6012 }],
      ...more,
    })
  const observations = 'O portão abre com a chave do vizinho'
  const lent = await station('Pedra Furada', { station_number: '1700000002', observations })
  const kept = await station('Pedra Escondida')
  return { owner, sharer, lent, kept, who, observations }
}

test('a station shared with another client is seen by its people, and nothing else is; taken back, not even that', async ({
  page,
  browser,
  house,
}, { project }) => {
  test.slow()
  const { owner, sharer, lent, kept, who, observations } = await furnish(house, project.name)
  const lentName = `Pedra Furada ${project.name}`
  await beginSession(page, house)
  await page.goto(`${house.url}/stations/${lent.uuid}?tab=dados`)
  await page.getByRole('button', { name: 'Adicionar cliente' }).click()
  await page
    .getByRole('combobox', { name: /Cliente/ })
    .last()
    .fill('Vizinha da Torre')
  await page.getByRole('option', { name: `Vizinha da Torre ${project.name}` }).click()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText(`Compartilhada com Vizinha da Torre ${project.name}`)).toBeVisible()
  await expectFits(page)

  const context = await browser.newContext({ viewport: page.viewportSize(), locale: 'pt-BR' })
  const theirs = await context.newPage()
  await beginSession(theirs, house, who)
  await theirs.goto(`${house.url}/stations`)
  await theirs.getByRole('link', { name: lentName }).click()
  await expect(theirs.getByRole('heading', { level: 1, name: lentName })).toBeVisible()
  // Whose it is, by name alone: there is no way from here to its owner.
  await expect(theirs.getByText(`De Dona da Torre ${project.name}`)).toBeVisible()
  await expect(theirs.getByRole('link', { name: /Dona da Torre/ })).toHaveCount(0)
  await expect(theirs.getByText(`Compartilhada com Vizinha da Torre ${project.name}`)).toBeVisible()
  await expect(theirs.getByText(`21°12'16,20" S 047°36'04,32" W`).first()).toBeVisible()
  await expect(theirs.getByText(observations)).toHaveCount(0)
  for (const name of ['Salvar', 'Finalizar', 'Mais ações'])
    await expect(theirs.getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(theirs.getByRole('tab', { name: /Diário/ })).toHaveCount(0)
  await expectGood(theirs)
  await picture(theirs, `compartilhada-${project.name}`, { fullPage: true })

  await theirs.goto(`${house.url}/station-links-map`)
  await expect(theirs.locator('[data-ready]')).toBeVisible()
  const list = theirs.getByRole('region', { name: 'Estações à vista' })
  await list.getByRole('button', { name: new RegExp(lentName) }).click()
  const card = theirs.getByRole('region', { name: lentName })
  await expect(card.getByText(`Dona da Torre ${project.name}`)).toBeVisible()
  await expect(card.getByRole('link', { name: /Dona da Torre/ })).toHaveCount(0)
  await expectFits(theirs)

  const missing = async (path: string) => {
    await theirs.goto(`${house.url}/${path}`)
    await expect(theirs.getByText(/não (foi encontrad|existe|encontrad)/i).first()).toBeVisible()
  }
  await missing(`stations/${kept.uuid}`)
  await missing(`clients/${owner.uuid}`)
  await theirs.goto(`${house.url}/stations?search=Pedra Escondida`)
  await expect(theirs.getByText('Pedra Escondida')).toHaveCount(0)

  // A link of the neighbour uses what is shared: it is named before that is taken back.
  const own = await house.api('POST', 'stations', { name: `Casa da Vizinha ${project.name}`, client_id: sharer.id })
  await house.api('POST', 'station-links', {
    client_id: sharer.id,
    create_anyway: true,
    stations: [{ station_id: own.id }, { station_id: lent.id }],
  })
  await page.reload()
  await page.getByRole('button', { name: 'Retirar a linha 1 de Compartilhada com' }).click()
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  const asked = page.getByRole('alertdialog', { name: 'Deixar de compartilhar a estação?' })
  await expect(asked.getByText(`Casa da Vizinha ${project.name} ↔ ${lentName}`)).toBeVisible()
  await expectGood(page)
  await picture(page, `descompartilhar-${project.name}`)
  await asked.getByRole('button', { name: 'Deixar de compartilhar' }).click()
  await expect(asked).toBeHidden()
  await expect(page.getByText(/Compartilhada com Vizinha/)).toHaveCount(0)
  await missing(`stations/${lent.uuid}`)
  await theirs.goto(`${house.url}/stations`)
  await expect(theirs.getByRole('link', { name: `Casa da Vizinha ${project.name}` })).toBeVisible()
  await expect(theirs.getByText(lentName)).toHaveCount(0)
  await theirs.goto(`${house.url}/clients/${sharer.uuid}`)
  await expect(theirs.getByText(lentName)).toHaveCount(0)
  await context.close()
})
