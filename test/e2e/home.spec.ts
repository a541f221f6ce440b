import { cnpjFrom, fistelFrom } from '../../src/features/platform/demo/numbers.ts'
import { dayAfter, dayIn } from '../../src/kernel/clock.ts'
import { showDate } from '../../src/kernel/show.ts'
import { shortDay } from '../../src/features/regulatory/obligations/when.ts'
import { collecting, dueDay, label } from '../../src/parts/period/period.ts'
import { beginSession, expect, expectFits, picture, signIn, test } from './house.ts'

const password = 'nove garças no brejo'
const day = (plus: number) => dayAfter(dayIn(new Date()).day, plus)

test(
  'people of a client find all they owe in one list, each line a step from where it is done',
  { tag: '@phone' },
  async ({ page, house, browser }, { project }) => {
    const root = '72513811'
    const who = { email: `dona.${root}@provedor.test`, password }
    const client = await house.api('POST', 'clients', {
      name: `Provedor ${root} Ltda`,
      document: cnpjFrom(`${root}0001`),
    })
    await house.api('POST', 'users', {
      name: 'Dona Prates',
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
      month: 3,
    })
    const bar_code = '75691.42776 01017.227800 00000.400010 1 69740000030000'
    await house.api('POST', 'bills-to-receive', {
      client_id: client.id,
      finance_type_id: await house.idOf('finance-types', 'Mensalidade'),
      issue_date: day(-40),
      due_date: day(-3),
      value: 350,
      bar_code,
    })

    const other = await (await browser.newContext({ locale: 'pt-BR', viewport: page.viewportSize() })).newPage()
    await signIn(other, house, who)
    const owed = other.locator('section').filter({ hasText: 'O que falta da sua parte' }).first()
    const first = owed.getByRole('listitem').first()
    await expect(first).toContainText('Preencher a coleta de mar/2025')
    await expect(first).toContainText('Atrasada, era até 15/04/2025')
    const bill = owed.getByRole('listitem').filter({ hasText: 'Pagar' })
    await expect(bill).toContainText('Venceu há 3 dias')
    await expect(bill.getByRole('button', { name: 'Copiar linha digitável' })).toBeVisible()
    await expect(owed.getByRole('listitem').filter({ hasText: 'Procuração' })).toContainText('Faltando')
    await expect(other.locator('section').filter({ hasText: 'Com a consultoria' }).first()).not.toContainText(
      /atrasad/i,
    )
    await expectFits(other)
    await picture(other, `falta-da-sua-parte-${project.name}`, { fullPage: true })
    await first.getByRole('link').click()
    await expect(other).toHaveURL(`${house.url}/collects/${coleta.uuid}`)
    await expect(owed).toHaveCount(0)

    // What was done is gone from it.
    await house.api('DELETE', `collects/${coleta.uuid}`)
    await other.goBack()
    await expect(owed.getByRole('listitem').first()).toContainText('Pagar')
    await owed.getByRole('link', { name: 'Enviar Procuração' }).click()
    await expect(other).toHaveURL(/clients\/[0-9a-f-]{36}\?tab=documentos/)
    await expect(other.getByRole('button', { name: 'Enviar Procuração' })).toBeVisible()
  },
)

test('what is late in the house is told first, and each number leads to just what it counts', async ({
  page,
  house,
}) => {
  const root = '72513813'
  const client = await house.api('POST', 'clients', { name: 'Atrasada Ltda', document: cnpjFrom(`${root}0001`) })
  const fistel = await house.api('POST', 'fistels', {
    client_id: client.id,
    fistel: fistelFrom(`5${root}`),
    service_type_id: await house.idOf('service-types', 'SCM'),
  })
  const [year = 0, month = 0] = day(-120).split('-').map(Number)
  await house.api('POST', 'collects', { client_id: client.id, fistel_id: fistel.id, year, month })

  await signIn(page, house)
  const late = page.getByRole('link', { name: /obrigaç(ão|ões) atrasadas?$/ })
  await expect(late).toHaveText(/^[1-9]/)
  const n = Number.parseInt(await late.innerText(), 10)
  await expectFits(page)
  await late.click()
  await expect(page.getByText(`${n} em aberto, ${n} ${n === 1 ? 'atrasada' : 'atrasadas'}`)).toBeVisible()
  await expectFits(page)
  await page.getByRole('button', { name: 'Ver por mês' }).click()
  await expect(page.getByRole('group', { name: 'Mês' })).toBeVisible()
})

test('the file of one month has one day on the day of a person, among the obligations, on the board and for the client', async ({
  page,
  house,
}) => {
  const root = '72514416'
  const month = collecting(day(0))
  const due = dueDay(month)
  const [theirs, ours] = [`dona.${root}@provedor.test`, `rui.${root}@outorga.test`]
  const ofHouse = await house.api('POST', 'users', {
    name: 'Rui Prazeres',
    email: ours,
    password,
    profile_id: await house.idOf('profiles', 'Administrador'),
  })
  const client = await house.api('POST', 'clients', {
    name: `Um Prazo ${root} Ltda`,
    document: cnpjFrom(`${root}0001`),
    responsible_id: ofHouse.id,
  })
  const fistel = await house.api('POST', 'fistels', {
    client_id: client.id,
    fistel: fistelFrom(`5${root}`),
    service_type_id: await house.idOf('service-types', 'SCM'),
  })
  await house.sql(`update fistel_tenures set since = '2020-01-01' where fistel_id = ${fistel.id}`)
  await house.api('POST', 'collects', { client_id: client.id, fistel_id: fistel.id, ...month })
  await house.api('POST', 'users', {
    name: 'Dona Prazeres',
    email: theirs,
    password,
    profile_id: await house.idOf('profiles', 'Cliente'),
    clientUser: [{ client_id: client.id }],
  })

  await signIn(page, house, { email: ours, password })
  const own = page
    .getByRole('region', { name: 'Meu dia' })
    .getByRole('listitem')
    .filter({ hasText: label(month) })
  await expect(own).toContainText(shortDay(due))
  await page.goto(`${house.url}/obrigacoes?mes=${due.slice(0, 7)}`)
  const list = page.getByRole('list', { name: 'Obrigações por vencimento' })
  const listed = list.getByRole('button', { name: `Arquivo mensal de acessos, ${label(month)}` })
  await expect(listed).toContainText(shortDay(due))
  await expect(listed).not.toContainText('expediente bancário')
  await page.goto(`${house.url}/collects/quadro`)
  await expect(page.getByText(`Prazo: ${showDate(due)}`, { exact: true })).toBeVisible()

  await beginSession(page, house, { email: theirs, password })
  await page.goto(house.url)
  const owed = page.getByRole('listitem').filter({ hasText: `Preencher a coleta de ${label(month)}` })
  await expect(owed).toContainText(new RegExp(`(Até|era até) ${showDate(due)}`))
})

test('a person without work who distributes it reads how much of it has nobody, and is led to where it is divided', async ({
  page,
  house,
}, { project }) => {
  const who = { email: 'rita.lemos@outorga.test', password }
  await house.api('POST', 'users', {
    name: 'Rita Lemos',
    ...who,
    profile_id: await house.idOf('profiles', 'Administrador'),
  })
  const client = await house.api('POST', 'clients', { name: 'Sem Dono Ltda', document: cnpjFrom('725138150001') })
  const fistel = await house.api('POST', 'fistels', {
    client_id: client.id,
    fistel: fistelFrom('572513815'),
    service_type_id: await house.idOf('service-types', 'SCM'),
  })
  // An office without any coleta is shown its first steps instead.
  const month = collecting(day(0))
  await house.api('POST', 'collects', { client_id: client.id, fistel_id: fistel.id, ...month })
  await signIn(page, house, who)
  const band = page.getByText('há trabalho sem responsável')
  await expect(band).toContainText(/\d+ clientes?/)
  await expectFits(page)
  await picture(page, `trabalho-sem-responsavel-${project.name}`)
  await band.getByRole('link', { name: 'Equipe' }).click()
  await expect(page).toHaveURL(`${house.url}/equipe`)
  // The home page, which also names them, is on the screen until this one is drawn.
  await expect(page.getByRole('heading', { name: 'Equipe', level: 1 })).toBeVisible()
  await expect(page.getByText(/^Sem responsável:/)).toBeVisible()
})
