import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import { tableOf, titleOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { dataOf, openWorld, type Reply, type Row, type World } from './support/world.ts'

// A value that is there once: whoever repeats it learns which it is and whose, if they may open that row, and no more if not.

/** By section, the field at fault. */
const repeatable: Readonly<Record<string, string>> = {
  clients: 'document',
  collects: 'month',
  empresas: 'cnpj',
  fistels: 'fistel',
  'late-charges': 'since',
  profiles: 'name',
  prospectos: 'document',
  stations: 'station_number',
  'text-modules': 'shortcut',
  users: 'email',
}
/** Unique in the table, by what no form writes. */
const unreachable: Readonly<Record<string, string>> = {
  'bills-to-receive': 'its month is of the bills a run makes',
  'client-tarefas': 'its period is of what a run opens',
}
/** What the station itself says, which names the other. */
const own = /^Este número já é da estação “.+” do mesmo cliente\.$/
/** What is said to who may not open the holder. */
const general = [
  'Já existe um registro com este valor.',
  'Já existe uma coleta deste fistel neste mês.',
  'Este número já é de outra estação do mesmo cliente.',
]

describe('a value that is there already', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    const { rows } = await sql<{ id: number }>`
      with made as (insert into profiles (name, slug, audience, is_admin) values ('Digitação', 'digitacao', 'equipe', true) returning id),
      roles as (
        insert into profiles_profile_roles (parent_id, position, role)
        select made.id, row_number() over (order by p.name), p.name from made, permissions p
        where p.name not like '%.show' returning 1)
      insert into users (name, email, profile_id) select 'Quem só digita', 'digita@exemplo.com.br', made.id from made returning id`.execute(
      world.db,
    )
    await world.enter('typist', rows[0]?.id ?? 0)
  })
  afterAll(() => world?.close())

  const saidIn = ({ body: { errors = {}, message } }: Reply) => [message, ...Object.values(errors).flat()]
  /** The words a record is called by, and what was repeated of it, as its form shows that. */
  function expectNamed(reply: Reply, resource: AnyResource, row: Row) {
    const title: unknown = row[titleOf(resource)]
    const name = String(Object(title).name ?? title).replace(/^(\d+)-(\d+)-(\d+)$/, '$3/$2/$1')
    expect(reply.body.holder).toEqual({ path: resource.path, uuid: row.uuid, name })
    const said = saidIn(reply).at(-1)
    if (general.includes(String(said)) || own.test(String(said))) return
    expect(said).toContain(`“${name}” já tem `)
    expect(said).toContain(labelOf(resource))
  }
  const labelOf = ({ path, fields }: AnyResource) => fields[repeatable[path] ?? '']?.label ?? 'no label'
  function expectUnnamed(reply: Reply, row: Row) {
    expect([409, 422]).toContain(reply.status)
    expect(reply.body).not.toHaveProperty('holder')
    expect(reply.text).not.toContain(row.uuid)
    expect(general).toContain(saidIn(reply).at(-1))
  }

  test('is looked for in every section whose table has such an index', async () => {
    const { rows } = await sql<{ table: string }>`
      select distinct i.indrelid::regclass::text as table from pg_index i
      where i.indisunique and not i.indisprimary and pg_get_indexdef(i.indexrelid, 1, true) <> 'uuid'`.execute(world.db)
    const tables = new Set(rows.map(each => each.table))
    const found = features.filter(each => verbsOf(each).includes('store') && tables.has(tableOf(each)))
    expect(found.map(({ path }) => path).toSorted()).toEqual(
      [...Object.keys(repeatable), ...Object.keys(unreachable)].toSorted(),
    )
  })

  describe.each(Object.entries(repeatable))('of %s', (path, field) => {
    const resource = features.find(each => each.path === path)
    if (!resource) throw new Error(`no section is at ${path}`)
    const post = (who: string, body: object) => world.call(who, 'POST', path, { body })

    test('is named with its holder to who may open that, and to nobody else', async () => {
      const body = world.draft(resource, 'A1')
      const first = dataOf(await post('superAdmin', body))
      const again = await post('superAdmin', body)
      expect(again.status).toBe(422)
      expectNamed(again, resource, first)
      expect(Object.keys(again.body.errors ?? {})).toEqual([field])
      expectUnnamed(await post('typist', body), first)
    })

    test('is named as what was deleted comes back', async () => {
      const body = world.draft(resource, 'A1')
      const gone = dataOf(await post('superAdmin', body))
      expect((await world.call('superAdmin', 'DELETE', `${path}/${gone.uuid}`)).status).toBe(200)
      const lives = dataOf(await post('superAdmin', body))
      const back = (who: string) => world.call(who, 'PUT', `${path}/${gone.uuid}/restaurar`, { body: {} })
      const refused = await back('superAdmin')
      expect(refused.status).toBe(409)
      expectNamed(refused, resource, lives)
      expectUnnamed(await back('typist'), lives)
    })
    // The slug of a profile is made with it, and does not follow its name.
    test.skipIf(path === 'profiles')('is named as a record is changed to it', async () => {
      const body = world.draft(resource, 'A1')
      const holder = dataOf(await post('superAdmin', body))
      const other = dataOf(await post('superAdmin', world.draft(resource, 'A1')))
      const change = (who: string) => world.call(who, 'PUT', `${path}/${other.uuid}`, { body })
      const refused = await change('superAdmin')
      expect(refused.status).toBe(422)
      expectNamed(refused, resource, holder)
      expectUnnamed(await change('typist'), holder)
    })
  })

  test('in another company is nobody’s to whoever works in one', async () => {
    const users = world.house.catalog.at('users')
    const theirs = await world.make(users, 'B1')
    const email = String(theirs.email)
    const refused = await world.call('frontDeskA', 'POST', 'users', {
      body: { ...world.draft(users, 'A1'), email, empresa_id: world.companies.A },
    })
    expectUnnamed(refused, theirs)
    expect(refused.text).not.toContain(String(theirs.name))
    const seen = await world.call('frontDeskA', 'POST', 'users', {
      body: { ...world.draft(users, 'A1'), email: world.house.config.ADMIN_EMAIL, empresa_id: world.companies.A },
    })
    expect(seen.body).not.toHaveProperty('holder')
  })
})
