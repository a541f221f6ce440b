import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cnpj } from '#test/support/drafts.ts'
import { receiptLines } from '#test/support/receipts.ts'
import { dataOf, openWorld, rowsOf, type Reply, type World } from '#test/support/world.ts'

// What Anatel refuses of a year, and what this door refuses of what people give for it: each leaves everything as it was.

const refusedWords = ['ARQUIVO RECUSADO', 'Linha 14: estação inexistente', 'Linha 27: enlace sem capacidade']

describe('refusals of the yearly infrastructure', () => {
  let world: World
  let [n, fibre, city] = [0, 0, 0]
  beforeAll(async () => {
    world = await openWorld()
    const of = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(world.db)).rows[0]?.id ?? 0
    fibre = await of(sql`select id from attendance_middles where term = 'fibra'`)
    city = await of(sql`select id from cities where ibge = 3554102`)
    // Whoever stores receipts and registers no refusal.
    await sql`update profiles set audience = 'equipe' where slug = 'sem-rotas'`.execute(world.db)
    await sql`
      insert into profiles_profile_roles (parent_id, position, role)
      select id, position, role from profiles, unnest(array['infrastructure-filings.show', 'infrastructure-filings.index',
        'infrastructure-filings.recibo']) with ordinality r (role, position) where slug = 'sem-rotas'`.execute(world.db)
  })
  afterAll(() => world?.close())

  const made = async (path: string, body: object, who = 'superAdmin') => {
    const reply = await world.call(who, 'POST', path, { body })
    expect([reply.status, reply.body.message, reply.body.errors]).toEqual([201, reply.body.message, undefined])
    return dataOf(reply)
  }
  const said = ({ status, body }: Reply) => [status, body.message]

  /** A client whose infrastructure of 2025 is generated, and sent as often as wished. */
  async function filing(sent = 1) {
    const document = cnpj(7_500 + ++n)
    const client = await made('clients', {
      name: `Serra Fibra ${n}`,
      document,
      empresa_responsavel_id: world.companies.A,
    })
    await made('stations', {
      name: `Torre ${n}`,
      client_id: client.id,
      station_number: String(1_200_000 + n),
      station_type: 'propria',
      opening: 'sim',
      attendance_middle_id: fibre,
      address: [{ address: 'Estrada da Torre', city_id: city, lat: -23 - n / 100, lng: -45.5 }],
    })
    const generate = (edition: number) =>
      made('infrastructure-filings/gerar', { client: client.uuid, year: 2025, edition, left_out: 0 }, 'staffA')
    const { id, uuid } = await generate(1)
    const url = `infrastructure-filings/${uuid}`
    const put = (verb: string, body: object = {}, who = 'staffA', headers = {}) =>
      world.call(who, 'PUT', `${url}/${verb}`, { body, headers })
    for (let edition = 1; edition <= sent; edition++) {
      if (edition > 1) await put('retificar').then(() => generate(edition))
      expect((await put('enviar', { edition, sent_on: '2026-03-20', protocol: '53500.1' })).status).toBe(200)
    }
    const paper = (more: readonly string[] = refusedWords, told: object = {}) =>
      receiptLines({ document, kind: 'Coleta de infraestrutura anual', period: 'Ano-base: 2025', more, ...told })
    return {
      client,
      put,
      generate,
      paper,
      give: (lines: readonly string[] = paper(), query = '&as=recusa', who = 'staffA') =>
        world.call(who, 'POST', `${url}/recibo?name=papel.txt${query}`, {
          body: Buffer.from(lines.join('\n')),
          headers: { 'content-type': 'application/octet-stream' },
        }),
      /** All of it that a refusal changes. */
      now: async () => {
        const row = dataOf(await world.call('staffA', 'GET', url))
        const files = rowsOf(
          await world.call('staffA', 'GET', `infrastructure-files?filter[filing_id]=${id}&pagination=false&sort=id`),
        )
        const { rows } = await sql<{ done_on: string }>`
          select done_on::text as done_on from client_obligations
          where client_id = ${client.id} and obligation = 'infraestrutura' and period = '2025' and deleted_at is null`.execute(
          world.db,
        )
        const { rows: history } = await sql<{ n: number }>`
          select count(*)::int as n from audit_events
          where resource = 'infrastructure_filings' and row_id = ${id}`.execute(world.db)
        return {
          step: row.step,
          error: row.error,
          sendings: row.sendings as readonly { readonly error: string | null; readonly refused_at: string | null }[],
          protocol: row.protocol,
          papers: files.flatMap(each => (each.kind === 'recibo' || each.kind === 'recusa' ? [each] : [])),
          done: rows.map(({ done_on }) => done_on),
          history: history[0]?.n,
        }
      },
      unchanged: async () =>
        Object(
          (await world.call('staffA', 'GET', `infrastructure-filings/conferencia?client=${client.uuid}&year=2025`)).body
            .data,
        ).unchanged,
    }
  }

  test('a paper that refuses is stored as a refusal, registers its words, and opens the year again; given twice it is stored once', async () => {
    const one = await filing()
    expect(said(await one.give())).toEqual([201, 'Recusa registrada e guardada.'])
    const after = await one.now()
    expect(after).toMatchObject({
      step: 'recusada',
      error: refusedWords.join('\n'),
      sendings: [{ error: expect.stringContaining('Linha 14'), refused_at: expect.any(String) }],
      protocol: '53500.1',
      papers: [{ kind: 'recusa', edition: 1, verdict: 'recusado', words: expect.stringContaining('RECUSADO') }],
      done: [],
    })
    for (const lines of [one.paper(), one.paper(['ARQUIVO RECUSADO', 'Linha 99: outra'])])
      expect(said(await one.give(lines))).toEqual([409, 'A versão 1 já tem uma recusa guardada.'])
    expect(await one.now()).toEqual(after)
    // A receipt of the same version is stored beside it, once too.
    expect((await one.give(one.paper(['Processado com sucesso']), '')).status).toBe(201)
    expect(said(await one.give(one.paper(['Processado com sucesso']), ''))).toEqual([
      409,
      'A versão 1 já tem um recibo guardado.',
    ])
    expect(await one.now()).toMatchObject({ step: 'recusada', papers: [{ kind: 'recusa' }, { kind: 'recibo' }] })
  })

  test('a refusal changes nothing of what was generated: the register is compared with the files alone', async () => {
    const one = await filing()
    expect(await one.unchanged()).toBe(true)
    expect((await one.give()).status).toBe(201)
    expect(await one.unchanged()).toBe(true)
  })

  test('a second version refused by its paper leaves the year done by the first; the first refused as well opens it', async () => {
    const two = await filing(2)
    expect((await two.give()).status).toBe(201)
    expect(await two.now()).toMatchObject({ step: 'recusada', done: ['2026-03-20'] })

    const both = await filing()
    await both.give()
    await both.generate(2)
    expect((await both.put('enviar', { edition: 2 })).status).toBe(200)
    expect((await both.now()).done).toHaveLength(1)
    expect(said(await both.put('erro', { error: 'Recusada outra vez' }))[1]).toMatch(/voltou a ficar em aberto/)
    const now = await both.now()
    expect([now.done, now.sendings.map(({ error }) => error !== null)]).toEqual([[], [true, true]])
  })

  test.each([
    ['that refuses', refusedWords, {}, /^Parece uma recusa/, /Linha 14/],
    ['that accepts in part', ['Arquivo aceito, exceto as linhas 14 e 27.'], {}, /^Parece aceito só em parte/, /./],
    ['of another year', ['Processado com sucesso'], { period: 'Ano-base: 2024' }, /é de 2024, e não de 2025/, /^null$/],
    ['of another client', ['Processado com sucesso'], { document: cnpj(7_999) }, /e não de Serra Fibra/, /^null$/],
  ] as const)(
    'a paper %s is no receipt of the year until somebody says so, and then it moves nothing',
    async (_what, more, told, doubt, error) => {
      const one = await filing()
      const before = await one.now()
      const refused = await one.give(one.paper(more, told), '')
      expect(refused.status).toBe(409)
      expect(Object(refused.body.data).doubts.join(' ')).toMatch(doubt)
      expect(String(Object(refused.body.data).error)).toMatch(error)
      expect(await one.now()).toEqual(before)
      expect((await one.give(one.paper(more, told), '&sure=1')).status).toBe(201)
      const after = await one.now()
      expect(after).toMatchObject({ step: 'enviada', error: null, done: before.done, papers: [{ kind: 'recibo' }] })
    },
  )

  test('what did not go is refused by nobody, at each door and step', async () => {
    const generated = await filing(0)
    const said409 = 'A infraestrutura está gerada: para isto, precisa estar enviada'
    const before = await generated.now()
    for (const [reply, more] of [
      [await generated.put('erro', { error: 'Linha 2' }), '.'],
      [await generated.give(), ' ou recusada.'],
      [await generated.give(undefined, ''), ' ou recusada.'],
      [await generated.put('protocolo', { protocol: '1' }), ' ou recusada.'],
      [await generated.put('desfazer-envio'), '.'],
      [await generated.put('retificar'), '.'],
    ] as const)
      expect(said(reply)).toEqual([409, `${said409}${more}`])
    expect(await generated.now()).toEqual(before)

    const reopened = await filing()
    await reopened.put('retificar')
    const open = await reopened.now()
    for (const reply of [await reopened.put('erro', { error: 'Linha 2' }), await reopened.give()])
      expect(said(reply)).toEqual([409, expect.stringMatching(/^A infraestrutura está em aberto/)])
    expect(await reopened.now()).toEqual(open)

    const refused = await filing()
    await refused.put('erro', { error: 'Linha 2' })
    const once = await refused.now()
    for (const verb of ['erro', 'desfazer-envio', 'retificar', 'enviar']) {
      const body = verb === 'erro' ? { error: 'Outra vez' } : verb === 'enviar' ? { edition: 1 } : {}
      expect(said(await refused.put(verb, body))).toEqual([409, expect.stringMatching(/está recusada/)])
    }
    expect(await refused.now()).toEqual(once)
  })

  test('a refusal wants words, of at most 2,000 characters, and the version its reader saw', async () => {
    const one = await filing()
    const before = await one.now()
    for (const body of [
      {},
      { error: '' },
      { error: ' ab ' },
      { error: 'x'.repeat(2_001) },
      { error: 'Linha 2', mais: 1 },
    ])
      expect((await one.put('erro', body)).status).toBe(422)
    for (const query of ['&as=outra', '&sure=2', `&protocol=${'1'.repeat(61)}`])
      expect((await one.give(undefined, query)).status).toBe(422)
    expect((await one.put('erro', { error: 'Linha 2' }, 'staffA', { 'if-match': '"1"' })).status).toBe(412)
    expect(await one.now()).toEqual(before)
  })

  test('whoever may not register a refusal gives none, and of another company nobody does', async () => {
    const one = await filing()
    const before = await one.now()
    const unable = 'withoutRoutes'
    expect((await one.put('erro', { error: 'Linha 2' }, unable)).status).toBe(403)
    expect(said(await one.give(undefined, undefined, unable))).toEqual([
      403,
      'O seu perfil não registra recusas: peça a quem pode.',
    ])
    for (const [who, status] of [
      ['staffB', 404],
      ['clientA', 403],
    ] as const) {
      expect((await one.put('erro', { error: 'Linha 2' }, who)).status).toBe(status)
      expect((await one.give(undefined, undefined, who)).status).toBe(status)
    }
    expect(await one.now()).toEqual(before)
    expect((await one.give(one.paper(['Processado com sucesso']), '', unable)).status).toBe(201)
  })

  test('of six who register the refusal at once one does, and it is there once', async () => {
    const one = await filing()
    const six = await Promise.all(
      Array.from({ length: 6 }, (_, at) => (at % 2 ? one.give() : one.put('erro', { error: 'Linha 2' }))),
    )
    expect(six.every(({ status }) => [200, 201, 409, 412].includes(status))).toBe(true)
    const now = await one.now()
    expect(now).toMatchObject({ step: 'recusada', done: [], sendings: [{ error: expect.any(String) }] })
    expect(now.papers.length).toBeLessThanOrEqual(1)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit_events h join infrastructure_filings f on f.id = h.row_id
      where h.resource = 'infrastructure_filings' and h.event = 'infrastructure-filings.erro' and f.client_id = ${one.client.id}`.execute(
      world.db,
    )
    expect(rows[0]?.n).toBe(1)
  })
})
