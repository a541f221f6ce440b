import { cnpj } from '../support/drafts.ts'
import { beginSession, expect, expectFits, nextNumber, picture, test } from './house.ts'
import { quarterGraphics } from './maps.ts'

test.use(quarterGraphics())

const integers = new Intl.NumberFormat('pt-BR')

for (const stations of [37, 1_500, 20_000])
  test(
    `of ${stations} stations the map draws each, alone or counted in a group`,
    { tag: '@phone' },
    async ({ page, house }, { project }) => {
      test.slow()
      const name = `Rede de ${stations} ${project.name}`
      const client = await house.api('POST', 'clients', { name, document: cnpj(nextNumber()) })
      // Some stand on one another, some alone, most in towns: groups of every size.
      await house.sql(`
        with made as (
          insert into stations (name, client_id, status_id)
          select 'Torre ' || n || ' ${project.name}', ${client.id}, (select min(id) from statuses where model = 'Station')
          from generate_series(1, ${stations}) n returning id)
        insert into stations_address (parent_id, position, lat, lng)
        select id, 0, -30 + (id * id * 37 % 2500) / 100.0, -60 + (id * 91 % 2000) / 100.0 from made`)
      const warnings: string[] = []
      page.on('console', message => {
        if (message.type() === 'warning' && /could not be loaded/.test(message.text())) warnings.push(message.text())
      })
      await beginSession(page, house)
      await page.goto(`${house.url}/station-links-map/${client.uuid}`)
      const list = page.getByRole('region', { name: 'Estações à vista' })
      const total = integers.format(stations)
      await expect(list.getByText(`${total} estações à vista, de ${total}`)).toBeVisible()
      await expect(page.locator('[data-ready]')).toHaveAttribute('data-drawn', String(stations))
      await expectFits(page)
      await picture(page, `mapa-${stations}-${project.name}`)

      // Nearer, some leave the map: what is drawn is what the list has in view, give or take what lies on the very edge.
      await page.getByRole('button', { name: 'Aproximar' }).click()
      const drawn = async () => Number(await page.locator('[data-ready]').getAttribute('data-drawn'))
      await expect.poll(drawn).toBeLessThan(stations)
      expect(warnings).toEqual([])
    },
  )
