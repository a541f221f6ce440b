import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { dayIn } from '#kernel/clock.ts'
import { standsFor } from '#parts/person/person.server.ts'
import { cnpj } from '#test/support/drafts.ts'
import { makeProvider } from '#test/support/provider.ts'
import { dataOf, openWorld, rowsOf, type Method, type World } from '#test/support/world.ts'

const today = dayIn(new Date()).day
const shifted = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)

interface Look {
  readonly seal: string
  readonly kinds: readonly {
    readonly kind: string
    readonly moved: number
    readonly carried: number
    readonly kept: number
    readonly left: readonly { readonly name: string; readonly why: string }[]
  }[]
}

describe('who answers for what', () => {
  let world: World
  let n = 6_100_000
  let months = 0
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world?.close())

  const call = (method: Method, path: string, body?: unknown, who = 'superAdmin') =>
    world.call(who, method, path, body === undefined ? {} : { body })
  const profileId = async (slug: string) => {
    const { rows } = await sql<{ id: number }>`select id from profiles where slug = ${slug}`.execute(world.db)
    return rows[0]?.id ?? 0
  }
  /** Somebody of the house, of company A unless told. */
  async function person(name: string, { company = world.companies.A as number | null, profile = 'colaborador' } = {}) {
    const { rows } = await sql<{ id: number; uuid: string }>`
      insert into users (name, email, profile_id, empresa_id, password)
      values (${name}, ${`${name.toLowerCase().replaceAll(' ', '.')}.${++n}@exemplo.com.br`}, ${await profileId(profile)}, ${company}, 'x')
      returning id, uuid`.execute(world.db)
    return rows[0] ?? { id: 0, uuid: '' }
  }
  const client = async (name: string, responsible_id: number | null, owner: 'A1' | 'B1' = 'A1') =>
    await makeProvider(world, { name, document: cnpj(++n), responsible_id }, owner)
  /** A coleta still open, of the client's fistel. */
  const coleta = async (
    of: { client: { id: number }; fistel: { id: number } },
    responsible_id: number | null = null,
  ) => {
    const at = months++ % 900
    return world.make(collects, 'A1', {
      client_id: of.client.id,
      fistel_id: of.fistel.id,
      year: 2023 + Math.floor(at / 12),
      month: 1 + (at % 12),
      responsible_id,
      locations: [],
      finances: [],
    })
  }
  const lookAt = async (giver: number | null, receiver: number, kinds = 'clients,collects', who = 'superAdmin') => {
    const from = giver === null ? '' : `giver_id=${giver}&`
    return call('GET', `handovers/previa?${from}receiver_id=${receiver}&kinds=${kinds}`, undefined, who)
  }
  const lookOf = (reply: Awaited<ReturnType<typeof call>>) => reply.body.data as unknown as Look
  const pass = async (
    giver: number | null,
    receiver: number,
    kinds: readonly string[] = ['clients', 'collects'],
    who = 'superAdmin',
  ) => {
    const seen = await lookAt(giver, receiver, kinds.join(), who)
    return call('POST', 'handovers', { giver_id: giver, receiver_id: receiver, kinds, seal: lookOf(seen).seal }, who)
  }
  const ownOf = async (table: 'clients' | 'collects', id: number) => {
    const { rows } = await sql<{ own: number | null }>`
      select responsible_id as own from ${sql.table(table)} where id = ${id}`.execute(world.db)
    return rows[0]?.own
  }
  const countsOf = async (id: number) => {
    const { rows } = await sql<{ clients: number; collects: number }>`
      select (select count(*)::int from clients where responsible_id = ${id} and deleted_at is null) as clients,
        (select count(*)::int from collects k join clients c on c.id = k.client_id
          where coalesce(k.responsible_id, c.responsible_id) = ${id} and k.deleted_at is null) as collects`.execute(
      world.db,
    )
    return rows[0] ?? { clients: 0, collects: 0 }
  }

  describe('a person responsible', () => {
    test('is of the house and of the client’s company, or is refused with a sentence, wherever it is written', async () => {
      const [ana, bia, rui] = [
        await person('Ana Dona'),
        await person('Bia da Outra', { company: world.companies.B }),
        await person('Rui de Fora', { profile: 'cliente' }),
      ]
      const all = await person('Todos Vê', { company: null })
      const blind = await person('Cego', { profile: 'balcao' })
      await sql`delete from profiles_profile_roles r using profiles p
        where p.id = r.parent_id and p.slug = 'balcao' and r.role = 'clients.show'`.execute(world.db)
      const of = await client('Dona Net', ana.id)
      const put = (id: number, more: object = {}) =>
        call('PUT', `clients/${of.client.uuid}`, { responsible_id: id, ...more })
      const said = (reply: Awaited<ReturnType<typeof call>>) => [reply.status, reply.body.errors?.responsible_id?.[0]]
      const foreign = 'Esta pessoa trabalha em outra empresa e não vê o cliente. Escolha alguém da empresa dele.'
      expect(said(await put(bia.id))).toEqual([422, foreign])
      expect(said(await put(rui.id))).toEqual([422, 'Esta pessoa não é da equipe da casa. Escolha alguém da equipe.'])
      expect(said(await put(blind.id))).toEqual([
        422,
        'Esta pessoa não vê clientes: o perfil dela não permite. Escolha outra pessoa.',
      ])
      expect((await put(all.id)).status).toBe(200)
      // Nor does the client go to a company its person does not see.
      expect((await put(ana.id)).status).toBe(200)
      expect(
        said(await call('PUT', `clients/${of.client.uuid}`, { empresa_responsavel_id: world.companies.B })),
      ).toEqual([422, foreign])
      const draft = world.draft(collects, 'A1', {
        client_id: of.client.id,
        fistel_id: of.fistel.id,
        year: 2099,
        month: 1,
      })
      expect(said(await call('POST', 'collects', { ...draft, responsible_id: bia.id }))).toEqual([422, foreign])
      const row = await coleta(of)
      expect(said(await call('PUT', `collects/${row.uuid}`, { responsible_id: bia.id }))).toEqual([422, foreign])
      const bulk = { rows: [{ uuid: row.uuid, responsible_id: bia.id }] }
      expect(said(await call('PUT', 'collects/responsavel', bulk))).toEqual([422, foreign])
      // Deleted, it comes back under the rule of now.
      expect((await call('DELETE', `collects/${row.uuid}`)).status).toBe(200)
      await sql`update collects set responsible_id = ${bia.id} where id = ${row.id}`.execute(world.db)
      expect(await call('PUT', `collects/${row.uuid}/restaurar`, {})).toMatchObject({
        status: 409,
        body: { message: foreign },
      })
    })

    test('of a coleta is the client’s until it has its own, is filtered by, and is not told outside the house', async () => {
      const [ana, bia] = [await person('Ana Lista'), await person('Bia Lista')]
      const of = await client('Lista Net', ana.id)
      const [own, followed] = [await coleta(of, bia.id), await coleta(of)]
      const list = async (id: number) =>
        rowsOf(await call('GET', `collects?filter[answered_by_id]=${id}&sort=answered_by,year`)).map(each => each.id)
      expect(await list(ana.id)).toEqual([followed.id])
      expect(await list(bia.id)).toEqual([own.id])
      expect(dataOf(await call('GET', `collects/${followed.uuid}`))).toMatchObject({
        responsible: null,
        answered_by: { id: ana.id, name: 'Ana Lista' },
      })
      expect((await call('PUT', `clients/${of.client.uuid}`, { responsible_id: bia.id })).status).toBe(200)
      expect(await list(bia.id)).toEqual(expect.arrayContaining([own.id, followed.id]))
      await sql`insert into clients_client_users (parent_id, position, user_id)
        values (${of.client.id}, 1, ${world.people.clientA})`.execute(world.db)
      const outside = await call('GET', `collects?filter[answered_by_id]=${bia.id}`, undefined, 'clientA')
      expect(outside.status).toBe(422)
      const mine = await call('GET', 'clients', undefined, 'clientA')
      expect(mine.text).toContain('Lista Net')
      expect(mine.text).not.toContain('responsible')
    })

    test('is set for many at once, all or none, and taken back but for what changed since', async () => {
      const [ana, bia, gil] = [await person('Ana Lote'), await person('Bia Lote'), await person('Gil Lote')]
      const [one, two] = [await client('Lote Um', ana.id), await client('Lote Dois', null)]
      const rows = (to: number) => [one, two].map(each => ({ uuid: each.client.uuid, responsible_id: to }))
      const given = await call('PUT', 'clients/responsavel', { rows: rows(bia.id) })
      expect(given.body).toMatchObject({
        message: '2 clientes com responsável definido.',
        data: {
          changed: 2,
          before: expect.arrayContaining([
            { uuid: one.client.uuid, responsible_id: ana.id },
            { uuid: two.client.uuid, responsible_id: null },
          ]),
        },
      })
      await call('PUT', `clients/${two.client.uuid}`, { responsible_id: gil.id })
      const { before } = given.body.data as unknown as { before: readonly object[] }
      const back = await call('PUT', 'clients/responsavel', { rows: before.map(each => ({ ...each, was: bia.id })) })
      expect(back.body.data).toMatchObject({ changed: 1 })
      expect([await ownOf('clients', one.client.id), await ownOf('clients', two.client.id)]).toEqual([ana.id, gil.id])
      // One that is not the reader's to see refuses all.
      const theirs = world.target('clients', 'B1')
      const mixed = { rows: [...rows(bia.id), { uuid: theirs?.uuid, responsible_id: bia.id }] }
      expect((await call('PUT', 'clients/responsavel', mixed, 'staffA')).status).toBe(404)
      expect(await ownOf('clients', one.client.id)).toBe(ana.id)
    })
  })

  describe('a stand-in', () => {
    const away = (who: number, by: number, since: string, until: string, as = 'superAdmin') =>
      call('POST', 'absences', { person_id: who, stand_in_id: by, since, until }, as)

    test('has the other one’s work from the first day to the last, and nothing was moved', async () => {
      const [ana, bia] = [await person('Ana Férias'), await person('Bia Férias')]
      const of = await client('Férias Net', ana.id)
      const made = await away(ana.id, bia.id, today, shifted(6))
      expect(made.status).toBe(201)
      expect(await standsFor(world.db, bia.id, shifted(-1))).toEqual([bia.id])
      expect(await standsFor(world.db, bia.id, today)).toEqual([ana.id, bia.id])
      expect(await standsFor(world.db, ana.id, today)).toEqual([])
      expect(await standsFor(world.db, bia.id, shifted(6))).toEqual([ana.id, bia.id])
      expect(await standsFor(world.db, bia.id, shifted(7))).toEqual([bia.id])
      expect(await standsFor(world.db, ana.id, shifted(7))).toEqual([ana.id])
      expect(await ownOf('clients', of.client.id)).toBe(ana.id)
      // Ended the day it began, it never was.
      expect((await call('PUT', `absences/${dataOf(made).uuid}/encerrar`)).status).toBe(200)
      expect(await standsFor(world.db, ana.id, today)).toEqual([ana.id])
      const longer = dataOf(await away(ana.id, bia.id, shifted(-3), shifted(3)))
      expect((await call('PUT', `absences/${longer.uuid}/encerrar`)).status).toBe(200)
      expect(dataOf(await call('GET', `absences/${longer.uuid}`))).toMatchObject({ until: shifted(-1) })
      expect(await standsFor(world.db, bia.id, today)).toEqual([bia.id])
    })

    test('is somebody who is there: overlaps, chains, strangers and oneself are refused, twelve at once too', async () => {
      const [ana, bia, gil] = [await person('Ana Fora'), await person('Bia Fora'), await person('Gil Fora')]
      const other = await person('Lia de Outra', { company: world.companies.B })
      const why = (reply: Awaited<ReturnType<typeof call>>) => [reply.status, reply.body.errors]
      const all = await Promise.all(Array.from({ length: 12 }, () => away(ana.id, bia.id, shifted(10), shifted(20))))
      expect(all.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 11 }, () => 422)])
      expect(Object.keys((await away(ana.id, gil.id, shifted(20), shifted(25))).body.errors ?? {})).toEqual(['since'])
      // Bia is to be there for Ana, and nobody follows the chain in silence.
      expect(Object.keys((await away(bia.id, gil.id, shifted(15), shifted(16))).body.errors ?? {})).toEqual([
        'person_id',
      ])
      expect(Object.keys((await away(gil.id, ana.id, shifted(12), shifted(13))).body.errors ?? {})).toEqual([
        'stand_in_id',
      ])
      expect(Object.keys((await away(ana.id, other.id, shifted(40), shifted(41))).body.errors ?? {})).toEqual([
        'stand_in_id',
      ])
      expect(Object.keys((await away(ana.id, ana.id, shifted(40), shifted(41))).body.errors ?? {})).toEqual([
        'stand_in_id',
      ])
      expect(why(await away(ana.id, gil.id, shifted(42), shifted(41)))).toEqual([
        422,
        { until: ['O último dia vem antes do primeiro.'] },
      ])
      expect((await away(gil.id, bia.id, shifted(21), shifted(22))).status).toBe(201)
    })

    test('is not named for whoever may more', async () => {
      await sql`insert into profiles_profile_roles (parent_id, position, role)
        select p.id, 9999, r.role from profiles p, unnest(array['absences.store', 'handovers.store', 'handovers.previa']) as r(role)
        where p.slug = 'colaborador'`.execute(world.db)
      const [boss, bia] = [await person('Chefe', { profile: 'administrador' }), await person('Bia Menos')]
      expect(await away(boss.id, bia.id, today, today, 'staffA')).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('pode mais do que você') },
      })
      expect((await lookAt(boss.id, bia.id, 'clients', 'staffA')).status).toBe(403)
      // Of another company nobody is seen at all.
      const foreign = await person('Lia Longe', { company: world.companies.B })
      expect((await lookAt(foreign.id, bia.id, 'clients', 'staffA')).status).toBe(404)
      expect((await lookAt(bia.id, foreign.id, 'clients', 'staffA')).status).toBe(404)
    })
  })

  describe('handing over', () => {
    test('moves what the look showed under one request, tells what stays, and comes back exactly', async () => {
      const [ana, bia] = [await person('Ana Passa', { company: null }), await person('Bia Recebe')]
      const [mine, theirs, own] = [
        await client('Passa A', ana.id),
        await client('Passa B', ana.id, 'B1'),
        await client('Já era de Bia', bia.id),
      ]
      const [followed, named, elsewhere] = [await coleta(mine), await coleta(mine, ana.id), await coleta(own, ana.id)]
      const bias = await coleta(own)
      const seen = lookOf(await lookAt(ana.id, bia.id))
      expect(seen.kinds).toMatchObject([
        {
          kind: 'clients',
          moved: 1,
          carried: 0,
          kept: 1,
          left: [{ name: 'Passa B', why: expect.stringContaining('outra empresa') }],
        },
        { kind: 'collects', moved: 2, carried: 1, kept: 0 },
      ])
      const made = await pass(ana.id, bia.id)
      expect(made).toMatchObject({ status: 201, body: { data: { name: '1 cliente e 2 coletas', moved: 3, kept: 1 } } })
      expect(await ownOf('clients', mine.client.id)).toBe(bia.id)
      expect(await ownOf('clients', theirs.client.id)).toBe(ana.id)
      expect(await ownOf('collects', followed.id), 'it follows its client').toBe(null)
      const { rows } = await sql<{ n: number; requests: number }>`
        select count(*)::int as n, count(distinct request_id)::int as requests from audit_events
        where request_id = ${made.headers['x-request-id'] ?? ''}`.execute(world.db)
      expect(rows[0]).toEqual({ n: 4, requests: 1 })
      // One is renamed since; it stays, and is told.
      expect((await call('PUT', `collects/${named.uuid}`, { responsible_id: ana.id })).status).toBe(200)
      expect((await call('PUT', `collects/${named.uuid}`, { responsible_id: bia.id })).status).toBe(200)
      const { uuid } = dataOf(made)
      const undone = await call('PUT', `handovers/${uuid}/desfazer`)
      expect(undone.body).toMatchObject({ message: 'Voltaram 2 registros; ficou 1.' })
      expect(Object(undone.body.data).kinds[1].left).toMatchObject([{ why: 'Mudou de mãos depois, e voltou.' }])
      expect(await ownOf('clients', mine.client.id)).toBe(ana.id)
      expect(await ownOf('collects', elsewhere.id)).toBe(ana.id)
      expect(await ownOf('collects', named.id)).toBe(bia.id)
      expect([await ownOf('clients', own.client.id), await ownOf('collects', bias.id)]).toEqual([bia.id, null])
      expect(await call('PUT', `handovers/${uuid}/desfazer`)).toMatchObject({
        status: 409,
        body: { message: 'Esta passagem já foi desfeita.' },
      })
    })

    test('is refused where it changed since the look; of twelve at once one passes, and of two tabs', async () => {
      const [ana, bia, gil] = [await person('Ana Doze'), await person('Bia Doze'), await person('Gil Doze')]
      for (let i = 0; i < 5; i++) await client(`Doze ${i}`, ana.id)
      const { seal } = lookOf(await lookAt(ana.id, bia.id))
      const body = { giver_id: ana.id, receiver_id: bia.id, kinds: ['clients', 'collects'], seal }
      await client('Doze que chega', ana.id)
      expect(await call('POST', 'handovers', body)).toMatchObject({
        status: 409,
        body: { message: 'O trabalho mudou depois da prévia. Nada passou: veja de novo antes de confirmar.' },
      })
      expect(await countsOf(ana.id)).toMatchObject({ clients: 6 })
      // Another's seal opens nothing either.
      expect((await call('POST', 'handovers', { ...body, receiver_id: gil.id })).status).toBe(409)
      const again = { ...body, seal: lookOf(await lookAt(ana.id, bia.id)).seal }
      const all = await Promise.all(Array.from({ length: 12 }, () => call('POST', 'handovers', again)))
      expect(all.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 11 }, () => 409)])
      expect(await countsOf(bia.id)).toMatchObject({ clients: 6 })
    })

    test('goes to nobody who left, or sees nothing, and not back to whoever left', async () => {
      const [ana, bia] = [await person('Ana Sai'), await person('Bia Fica')]
      const of = await client('Sai Net', ana.id)
      const made = dataOf(await pass(ana.id, bia.id, ['clients']))
      // Deleting whoever holds work is refused first, with the way out.
      expect(await call('DELETE', `users/${bia.uuid}`)).toMatchObject({
        status: 409,
        body: { message: 'Bia Fica responde por 1 cliente. Passe o trabalho a outra pessoa, em Equipe, antes disto.' },
      })
      const { seal } = lookOf(await lookAt(bia.id, ana.id, 'clients'))
      expect((await call('DELETE', `users/${ana.uuid}`)).status).toBe(200)
      const late = { giver_id: bia.id, receiver_id: ana.id, kinds: ['clients'], seal }
      expect((await call('POST', 'handovers', late)).status).toBe(404)
      expect(await call('PUT', `handovers/${made.uuid}/desfazer`)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('não trabalha mais aqui') },
      })
      expect((await call('PUT', 'users/disable', { ids: [bia.uuid] })).status).toBe(200)
      const gil = await person('Gil Assume')
      expect((await lookAt(gil.id, bia.id, 'clients')).body.errors?.receiver_id?.[0]).toContain('acesso inativo')
      // What an inactive person holds is handed over all the same.
      expect((await pass(bia.id, gil.id, ['clients'])).status).toBe(201)
      expect(await ownOf('clients', of.client.id)).toBe(gil.id)
    })

    test('what is nobody’s is counted, and given', async () => {
      const gil = await person('Gil Ganha', { company: null })
      const of = await client('De Ninguém', null)
      const load = Object((await call('GET', 'people/carga')).body.data)
      const { open } = load.nobody.find((each: { kind: string }) => each.kind === 'clients')
      expect(open).toBeGreaterThan(0)
      expect(await pass(null, gil.id, ['clients'])).toMatchObject({ status: 201 })
      expect(await ownOf('clients', of.client.id)).toBe(gil.id)
      const after = Object((await call('GET', 'people/carga')).body.data)
      expect(after.nobody[0].open).toBe(0)
      const gils = after.people.find((each: { id: number }) => each.id === gil.id)
      expect(gils.loads[0].open).toBe(open)
      expect(await call('GET', 'people/carga', undefined, 'clientA')).toMatchObject({ status: 403 })
    })

    test('whatever the order, nothing is lost or doubled, and all undone is as it was', async () => {
      const team = [await person('P Um'), await person('P Dois'), await person('P Três')]
      const at = (i: number) => team[i % team.length]?.id ?? 0
      const clientsMade = await Promise.all(Array.from({ length: 6 }, (_, i) => client(`P ${i}`, at(i))))
      const coletas: { readonly id: number }[] = []
      let passed = 0
      for (const [i, of] of clientsMade.entries())
        coletas.push(await coleta(of, i % 2 ? at(i + 1) : null), await coleta(of))
      const picture = async () => ({
        clients: await Promise.all(clientsMade.map(each => ownOf('clients', each.client.id))),
        collects: await Promise.all(coletas.map(each => ownOf('collects', each.id))),
      })
      const sums = async () => {
        const all = await Promise.all(team.map(each => countsOf(each.id)))
        return all.reduce((sum, each) => ({
          clients: sum.clients + each.clients,
          collects: sum.collects + each.collects,
        }))
      }
      const start = await picture()
      const whole = await sums()
      expect(whole).toEqual({ clients: 6, collects: 12 })
      const step = fc.record({
        from: fc.nat(2),
        to: fc.nat(2),
        kinds: fc.constantFrom(['clients'], ['collects'], ['clients', 'collects']),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async steps => {
          const done: string[] = []
          for (const { from, to, kinds } of steps) {
            if (from === to) continue
            const before = await countsOf(at(to))
            const made = await pass(at(from), at(to), kinds)
            expect([201, 409]).toContain(made.status)
            if (made.status === 201) done.push(dataOf(made).uuid)
            passed = passed + Number(made.status === 201)
            expect(await sums()).toEqual(whole)
            const after = await countsOf(at(to))
            expect(after.clients, 'the receiver’s own stays').toBeGreaterThanOrEqual(before.clients)
            expect(after.collects).toBeGreaterThanOrEqual(before.collects)
          }
          for (const uuid of done.toReversed()) {
            expect((await call('PUT', `handovers/${uuid}/desfazer`)).status).toBe(200)
            expect(await sums()).toEqual(whole)
          }
          expect(await picture()).toEqual(start)
        }),
        { numRuns: 30 },
      )
      expect(passed).toBeGreaterThan(30)
    }, 240_000)
  })
})
