import { cnpjFrom, fistelFrom } from '../../src/features/platform/demo/numbers.ts'
import { beginSession, expect, expectGood, picture, signIn, test } from './house.ts'

const password = 'nove garças no brejo'

test(
  'the client is asked about a coleta in words, answers on the phone, and the coleta waits until the office ends it',
  { tag: '@phone' },
  async ({ page, house, browser }, { project }) => {
    const root = project.name === 'phone' ? '72613812' : '72613811'
    const who = { email: `dono.${root}@provedor.test`, password }
    const client = await house.api('POST', 'clients', {
      name: `Provedor da Pergunta ${root} Ltda`,
      document: cnpjFrom(`${root}0001`),
    })
    await house.api('POST', 'users', {
      name: 'Dono Prates',
      ...who,
      profile_id: await house.idOf('profiles', 'Cliente'),
      clientUser: [{ client_id: client.id }],
    })
    const fistel = await house.api('POST', 'fistels', {
      client_id: client.id,
      fistel: fistelFrom(`5${root}`),
      service_type_id: await house.idOf('service-types', 'SCM'),
    })
    const coleta = await house.api('POST', 'collects', {
      client_id: client.id,
      fistel_id: fistel.id,
      year: 2025,
      month: 4,
    })
    await house.api('PUT', `collects/${coleta.uuid}/entregar`)

    await beginSession(page, house)
    await page.goto(`${house.url}/collects/${coleta.uuid}`)
    await page.getByRole('button', { name: 'Devolver ao cliente' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Pergunta').fill('Por que não há acessos de rádio neste mês?')
    await picture(page, `pergunta-dialogo-${project.name}`)
    await dialog.getByRole('button', { name: 'Perguntar ao cliente' }).click()
    await expect(page.getByText(/Pergunta enviada a Provedor da Pergunta/)).toBeVisible()
    const asked = page.getByRole('region', { name: 'Conversa' })
    await expect(asked).toContainText('Por que não há acessos de rádio neste mês?')
    await expect(page.getByText('Aguardando cliente').first()).toBeVisible()
    await picture(page, `pergunta-feita-${project.name}`, { fullPage: true })

    const theirs = await (await browser.newContext({ locale: 'pt-BR', viewport: page.viewportSize() })).newPage()
    await signIn(theirs, house, who)
    const owed = theirs.getByRole('list').filter({ hasText: 'Responder: Pergunta sobre a coleta de abr/2025' })
    await expect(owed.getByRole('listitem').first()).toContainText('Responder: Pergunta sobre a coleta de abr/2025')
    await picture(theirs, `pergunta-inicio-${project.name}`)
    await owed.getByRole('link', { name: /Responder: Pergunta/ }).click()
    await expect(theirs.getByText('A consultoria pergunta')).toBeVisible()
    await expectGood(theirs)
    await picture(theirs, `pergunta-cliente-${project.name}`, { fullPage: true })
    await theirs.getByLabel('Sua mensagem').fill('Migramos todos para fibra em março.')
    await theirs.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(theirs.getByRole('region', { name: 'Conversa' })).toContainText('Migramos todos para fibra')
    await expect(theirs.getByText('Respondida: a consultoria confere e encerra a pergunta.')).toBeVisible()
    await theirs.getByRole('button', { name: 'Entregar para conferência' }).click()
    await theirs.getByRole('alertdialog').getByRole('button', { name: 'Entregar para conferência' }).click()
    await expect(theirs.getByText('Respondida, e a coleta foi entregue:')).toBeVisible()
    await expect(theirs.getByText('Se acertar números')).toHaveCount(0)

    await expect(asked).toContainText('Migramos todos para fibra em março.')
    await expect(page.getByText('Respondida: confira, e encerre quando não houver mais dúvida.')).toBeVisible()
    // Finished while the question is open, it is not.
    await page.getByRole('button', { name: 'Finalizar', exact: true }).click()
    await expect(
      page
        .getByText(/pergunta/i)
        .filter({ hasText: /Migramos|rádio|aberta/ })
        .first(),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Encerrar pergunta' }).click()
    await expect(page.getByText('1 pergunta encerrada')).toBeVisible()
    await expect(asked).toHaveCount(0)
  },
)
