import { cnpj } from '../support/drafts.ts'
import { dayAfter, dayIn } from '../../src/kernel/clock.ts'
import { beginSession, expect, expectFits, expectGood, picture, test } from './house.ts'

const { day: today } = dayIn(new Date())

test(
  'a person is read first: what they have in hand, when they are here, and what they did',
  { tag: '@phone' },
  async ({ page, house }, { project }) => {
    test.slow()
    const phone = project.name === 'phone'
    const profile_id = await house.idOf('profiles', 'Colaborador')
    const of = async (name: string) =>
      house.api('POST', 'users', {
        name: `${name} ${project.name}`,
        email: `${name.toLowerCase()}.pessoa.${project.name}@outorga.test`,
        password: 'nove pipas no quintal',
        profile_id,
      })
    const [zelia, other] = [await of('Zelia'), await of('Zuleica')]
    const client = await house.api('POST', 'clients', {
      name: `Zona Alta Fibra ${project.name}`,
      document: cnpj(phone ? 7_730_011 : 7_730_010),
      responsible_id: zelia.id,
    })
    for (const [name, back] of [
      ['Renovar a licença da estação do Morro do Sino Grande', 4],
      ['Conferir a procuração com o cartório', -9],
    ] as const)
      await house.api('POST', 'client-tarefas', { client_id: client.id, name, due_on: dayAfter(today, -back) })
    await house.api('POST', 'absences', {
      person_id: zelia.id,
      stand_in_id: other.id,
      since: dayAfter(today, 20),
      until: dayAfter(today, 30),
      reason: 'Férias',
    })
    await beginSession(page, house, {
      email: `zelia.pessoa.${project.name}@outorga.test`,
      password: 'nove pipas no quintal',
    })
    await page.goto(`${house.url}/clients/${client.uuid}?tab=dados`)
    await page.locator('#phone_name').fill('Lívia Prado')
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(page.getByText(/salvo/).first()).toBeVisible()

    await page.context().clearCookies()
    await page.evaluate('localStorage.clear(); sessionStorage.clear()')
    await beginSession(page, house)
    await page.goto(`${house.url}/users/${zelia.uuid}`)
    const card = (name: string | RegExp) => page.getByRole('region', { name })
    await expect(card(/^Tarefas em mãos 2/)).toContainText('1 em atraso')
    await expect(
      card(/^Tarefas em mãos/)
        .getByRole('listitem')
        .first(),
    ).toContainText('Renovar a licença')
    await expect(card(/^Clientes em mãos 1/)).toContainText('Zona Alta Fibra')
    await expect(card('Acesso')).toContainText('Em uso agora')
    await expect(card(/^Afastamentos 1/)).toContainText('Zuleica')
    await expect(card('Cadastro').getByRole('link', { name: 'Colaborador' })).toBeVisible()
    await expect(card('Últimos atos')).toContainText('Mudou')
    await expect(card('Últimos atos').getByRole('link', { name: /^Zona Alta Fibra/ })).toBeVisible()
    await expect(page.getByLabel('Nome', { exact: true })).toHaveCount(0)
    await expectFits(page)
    await expectGood(page)
    await picture(page, `pessoa-visao-${project.name}`, { fullPage: true })

    // One part is changed, and the reader comes back to what they read.
    await page.getByRole('button', { name: 'Editar', exact: true }).click()
    await expect(page).toHaveURL(/tab=dados/)
    await page.getByLabel('Nome', { exact: true }).fill(`Zélia Prado ${project.name}`)
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Zélia Prado ${project.name}`)

    await page.getByRole('tab', { name: 'Últimos atos' }).click()
    await page.getByRole('combobox', { name: 'O quê' }).click()
    await page.getByRole('option', { name: 'Chamados', exact: true }).click()
    await expect(page.getByText('Nada foi registrado do que você escolheu.')).toBeVisible()
    await expectFits(page)
    await expectGood(page)
    await picture(page, `pessoa-atos-${project.name}`, { fullPage: true })
  },
)
