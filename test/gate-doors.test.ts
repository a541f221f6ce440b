import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gatePorts } from '#features/regulatory/collects/gate/ports.server.ts'
import { dayIn } from '#kernel/clock.ts'
import { collecting, periodOf } from '#parts/period/period.ts'
import { pdfOf, receiptLines } from './support/receipts.ts'
import { receiving } from './support/receiving.ts'
import { dataOf, type Reply, type Row } from './support/world.ts'

const reason = 'Combinado com o cliente por telefone'
const thisMonth = periodOf(dayIn(new Date()).day)

type Outcome = 'passes' | 'asks' | 'stops'
/** What an act came to: whether it was done, and all that was said. */
interface Came {
  readonly done: boolean
  readonly said: string
}
interface Subject {
  readonly uuid: string
  readonly id: number
  readonly document: string
}

describe('one gate at every door', () => {
  const house = receiving()
  const { world, city, call, provider, kinds, filled, act, step, dropped, told } = house
  const ports = { ...gatePorts }
  const asked = new Set<number>()
  const refused = new Set<number>()
  beforeAll(() => {
    gatePorts.questions = async (_ctx, ids) =>
      new Map(ids.filter(id => asked.has(id)).map(id => [id, { count: 1, names: ['Por que caiu?'] }]))
    gatePorts.receipts = async (_ctx, ids) =>
      new Map(
        ids
          .filter(id => refused.has(id))
          .map(id => [id, { verdict: 'recusada', name: 'recibo.pdf', words: 'Arquivo recusado' }]),
      )
  })
  afterAll(() => void Object.assign(gatePorts, ports))

  const db = () => world().db
  const why = (given: boolean) => (given ? { headers: { 'x-motivo': encodeURIComponent(reason) } } : {})
  const put = (path: string, body: unknown, given: boolean) =>
    world().call('staffA', 'PUT', `collects/${path}`, { ...(body !== undefined && { body }), ...why(given) })
  const wordsOf = ({ body }: Reply) => [body.message, ...Object.values(body.errors ?? {}).flat()].join(' ')
  const single = (name: string) => async (of: Subject, given: boolean) => {
    const reply = await put(`${of.uuid}/${name}`, undefined, given)
    return { done: reply.status === 200, said: wordsOf(reply) }
  }
  const bulk = (name: string) => async (of: Subject, given: boolean) => {
    const { asks, refused: left, done } = Object((await put(name, { uuids: [of.uuid] }, given)).body.data)
    const said = [...asks, ...left].flatMap(({ reasons }: { reasons: readonly string[] }) => reasons)
    return { done: done.length === 1, said: said.join(' ') }
  }
  let dropCount = 0
  const drop = async (of: Subject) => {
    const { year, month } = Object(dataOf(await call('GET', `collects/${of.uuid}`)))
    const period = `Competência: ${String(month).padStart(2, '0')}/${year}`
    const name = `recibo-${++dropCount}.pdf`
    const made = await dropped(
      {
        [name]: await pdfOf(
          receiptLines({ document: of.document, period, more: ['Situação: Processado com sucesso'] }),
        ),
      },
      { processed: true },
    )
    const [[, state, said] = []] = await told(made)
    expect([state, said]).toEqual(['guardado', said])
    return { done: (await step(of.uuid)) === 'Processada', said: String(said) }
  }

  /** Where a coleta stands before a door, and the door. */
  const doors: Readonly<
    Record<
      string,
      readonly [from: 'aberta' | 'vazia' | 'pronta' | 'enviada', (of: Subject, given: boolean) => Promise<Came>]
    >
  > = {
    Finalizar: ['aberta', single('finalizar')],
    'Confirmar sem mudanças': ['vazia', single('confirmar-sem-mudancas')],
    'Finalizar as que passam': ['aberta', bulk('finalizar-mes')],
    'Registrar envio': ['pronta', single('enviar')],
    'Registrar envio de muitas': ['pronta', bulk('enviar-mes')],
    'Marcar como processada': ['enviada', single('processada')],
    'Soltar comprovantes, com processadas': ['enviada', drop],
  }
  const locations = async (amount: number, speed: number) => {
    const { rows } = await kinds.execute(db())
    return [{ city_id: city(), accesses_ordered: [{ ...rows[0], speed, amount }] }]
  }
  const refill = async (uuid: string, amount: number, speed = 250) =>
    expect((await call('PUT', `collects/${uuid}`, { locations: await locations(amount, speed) })).status).toBe(200)

  interface Stood extends Subject {
    readonly before: Row
    /** Nothing is written over what is locked since it passed. */
    readonly open: boolean
    readonly empty: boolean
  }
  /** What makes each point, and its words. */
  const points: Readonly<Record<string, readonly [make: (of: Stood) => Promise<unknown>, words: string]>> = {
    origem: [
      of => sql`update collects set repeated = 'jun/2026' where id = ${of.id}`.execute(db()),
      'cópia de jun/2026',
    ],
    mes: [
      async of => {
        const last = collecting(dayIn(new Date()).day)
        await sql`update collects set year = ${last.year}, month = ${last.month} where id = ${of.before.id}`.execute(
          db(),
        )
        await sql`update collects set year = ${thisMonth.year}, month = ${thisMonth.month} where id = ${of.id}`.execute(
          db(),
        )
      },
      'só termina em',
    ],
    perguntas: [async of => asked.add(of.id), '1 pergunta ao cliente em aberto: Por que caiu?'],
    acompanhar: [
      of => call('POST', 'collect-notes', { collect_id: of.id, content: 'Confirmar a base', open: true }),
      'A acompanhar: Confirmar a base',
    ],
    conferencia: [
      async of => {
        await sql`update collects_locations_accesses_ordered set speed = 307200 where parent_id in (
          select id from collects_locations where parent_id in (${of.id}, ${of.before.id}))`.execute(db())
      },
      'Kbps',
    ],
    comparacao: [async of => (of.open && !of.empty ? refill(of.uuid, 900) : undefined), 'O total de acessos cresceu'],
    recibo: [async of => refused.add(of.id), 'diz que a Anatel recusou o arquivo: “Arquivo recusado”'],
    aguarda: [
      async of => of.open && expect((await act(of.uuid, 'pedir-ao-cliente')).status).toBe(200),
      'ainda não entregou esta coleta',
    ],
  }
  const all = Object.keys(doors)
  const table: Readonly<Record<string, readonly Outcome[]>> = {
    origem: ['passes', 'passes', 'passes', 'passes', 'passes', 'passes', 'passes'],
    mes: ['asks', 'asks', 'asks', 'asks', 'asks', 'asks', 'stops'],
    perguntas: ['stops', 'stops', 'stops', 'stops', 'stops', 'asks', 'stops'],
    acompanhar: ['asks', 'asks', 'asks', 'asks', 'asks', 'passes', 'passes'],
    // What passed is locked, and not judged again.
    conferencia: ['stops', 'stops', 'stops', 'passes', 'passes', 'passes', 'passes'],
    // A copy is what the month before was.
    comparacao: ['stops', 'passes', 'stops', 'passes', 'passes', 'passes', 'passes'],
    recibo: ['passes', 'passes', 'passes', 'passes', 'passes', 'stops', 'stops'],
    aguarda: ['asks', 'asks', 'asks', 'passes', 'passes', 'passes', 'passes'],
  }

  let n = 0
  async function standing(from: 'aberta' | 'vazia' | 'pronta' | 'enviada'): Promise<Stood> {
    const held = await provider(`Porta ${++n}`)
    const before = await filled(held, 6, 100)
    const { uuid, id } = await filled(held, 7, from === 'vazia' ? null : 100)
    const steps = { aberta: [], vazia: [], pronta: ['finalizar'], enviada: ['finalizar', 'enviar'] }[from]
    for (const name of steps) expect((await act(uuid, name)).status).toBe(200)
    const document = String(dataOf(await call('GET', `clients/${held.client.id}`)).document)
    return { uuid, id, document, before, open: from === 'aberta' || from === 'vazia', empty: from === 'vazia' }
  }
  const cells = Object.entries(table).flatMap(([point, row]) =>
    row.map((outcome, at) => [point, all[at] ?? '', outcome] as const),
  )

  test.each(cells)('%s at %s: %s', async (point, name, outcome) => {
    const [from, door] = doors[name] ?? ['aberta', drop]
    const [make, words] = points[point] ?? [async () => undefined, '']
    const of = await standing(from)
    await make(of)
    const stood = await step(of.uuid)
    const first = await door(of, false)
    expect(first).toMatchObject({ done: outcome === 'passes' })
    if (outcome === 'passes') return
    expect(first.said).toContain(words)
    expect(await step(of.uuid)).toBe(stood)
    // A drop has nobody to give a reason: its receipt is kept, and the coleta waits for one.
    if (door === drop) return
    const second = await door(of, true)
    expect(second).toMatchObject({ done: outcome === 'asks' })
    if (outcome !== 'asks') return
    const history = await call('GET', `collects/${of.uuid}/historico`)
    const events = history.body.data as readonly { readonly reason: string | null }[]
    expect(events[0]?.reason).toBe(reason)
    const { acknowledgments } = Object(dataOf(await call('GET', `collects/${of.uuid}`)))
    expect(acknowledgments).toMatchObject([{ finding: `porta:${point}`, reason }])
    expect(acknowledgments[0].message).toContain(words)
  })

  test('a refusal names its coleta, leads to it, and hands on the points for whoever asks', async () => {
    const of = await standing('aberta')
    await points.acompanhar?.[0](of)
    const { status, body } = await act(of.uuid, 'finalizar')
    expect(status).toBe(422)
    expect(body.message).toBe(`Porta ${n}, jul/2026: para ser finalizada, diga o motivo.`)
    expect(body).toMatchObject({ holder: { path: 'collects', uuid: of.uuid, name: `Porta ${n}` } })
    expect(Object(body.data).gate).toMatchObject({
      act: 'finalizar',
      points: [{ kind: 'acompanhar', weight: 'asks', where: 'conferencia' }],
    })
    const seen = (await call('GET', `collects/${of.uuid}/conferencia`)).body
    expect(Object(seen).gate).toMatchObject({ act: 'finalizar', points: Object(body.data).gate.points })
    // What colleagues write is not for people of a client.
    expect(Object((await call('GET', `collects/${of.uuid}/conferencia`, undefined, 'clientA')).body).gate ?? null).toBe(
      null,
    )
    // Two signs are no reason.
    expect(
      (await world().call('staffA', 'PUT', `collects/${of.uuid}/finalizar`, { headers: { 'x-motivo': 'ok' } })).status,
    ).toBe(422)
  })

  test('no other door writes where a coleta stands', async () => {
    const of = await standing('aberta')
    const { rows } = await sql<{ id: number }>`
      select id from statuses where model = 'Collect' and slug = 'processada'`.execute(db())
    const status_id = rows[0]?.id
    const status = { status_id, status: status_id, repeated: 'jun/2026', zeroed: true }
    const answered = [
      await call('PUT', `collects/${of.uuid}`, status),
      await call('POST', 'collects', { ...thisMonth, ...status }),
    ]
    expect(answered.map(reply => reply.status >= 400 || Object(reply.body.data).status.name === 'Em aberto')).toEqual([
      true,
      true,
    ])
    expect(await step(of.uuid)).toBe('Em aberto')
  })

  test('two people at the gate at once: one passes, and whoever writes a follow-up meanwhile is seen or comes after', async () => {
    for (let i = 0; i < 4; i++) {
      const of = await standing('aberta')
      const [one, other, note] = await Promise.all([
        world().call('staffA', 'PUT', `collects/${of.uuid}/finalizar`, {}),
        world().call('superAdmin', 'PUT', `collects/${of.uuid}/finalizar`, {}),
        call('POST', 'collect-notes', { collect_id: of.id, content: 'Ligar antes', open: true }),
      ])
      expect(note.status).toBe(201)
      const statuses = [one.status, other.status].toSorted()
      // The note came first and both are asked, or one passed before it and the other finds it done.
      expect([
        [200, 409],
        [422, 422],
        [200, 422],
      ]).toContainEqual(statuses)
      const done = statuses.includes(200)
      expect(await step(of.uuid)).toBe(done ? 'Pronta' : 'Em aberto')
    }
  })

  test('twelve at once with a reason: one step, one answer kept', async () => {
    const of = await standing('aberta')
    await points.acompanhar?.[0](of)
    const replies = await Promise.all(Array.from({ length: 12 }, () => put(`${of.uuid}/finalizar`, undefined, true)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(11)
    const { acknowledgments } = Object(dataOf(await call('GET', `collects/${of.uuid}`)))
    expect(acknowledgments).toHaveLength(1)
  })

  test('what was answered is not asked again of the same, and is told with its reason', async () => {
    const of = await standing('aberta')
    await points.acompanhar?.[0](of)
    expect((await put(`${of.uuid}/finalizar`, undefined, true)).status).toBe(200)
    const { gate } = Object((await call('GET', `collects/${of.uuid}/conferencia`)).body)
    expect(gate).toMatchObject({
      act: 'enviar',
      points: [{ kind: 'acompanhar', weight: 'tells', answered: { reason } }],
    })
    expect((await act(of.uuid, 'enviar')).status).toBe(200)
  })

  test('a step that nobody else was told of is taken back by whoever took it, once, and only as it was left', async () => {
    const of = await standing('vazia')
    const copied = Object((await act(of.uuid, 'confirmar-sem-mudancas')).body.data)
    expect(copied.status.name).toBe('Pronta')
    const undo = (step: string, who = 'staffA') => call('PUT', `collects/${of.uuid}/desfazer`, { step }, who)
    expect((await undo('confirmar-sem-mudancas', 'superAdmin')).status).toBe(409)
    expect((await undo('finalizar')).status).toBe(409)
    expect((await undo('confirmar-sem-mudancas')).body.data).toMatchObject({
      status: { name: 'Em aberto' },
      repeated: null,
      zeroed: false,
      locations: [],
    })
    expect((await undo('confirmar-sem-mudancas')).status).toBe(409)
    // What was there before the copy is there again.
    await refill(of.uuid, 120)
    const again = Object((await act(of.uuid, 'copiar-anterior')).body.data)
    expect(again.locations[0].accesses_ordered[0].amount).toBe(100)
    expect(Object((await undo('copiar-anterior')).body.data).locations[0].accesses_ordered[0].amount).toBe(120)
    // Handing over is told at once.
    expect((await act(of.uuid, 'entregar')).status).toBe(200)
    expect((await undo('entregar')).status).toBe(422)
    expect((await undo('finalizar')).status).toBe(409)
  })
})
