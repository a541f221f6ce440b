import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { receiving } from '#test/support/receiving.ts'
import { dataOf, rowsOf } from '#test/support/world.ts'

const refused = ['DECLARAÇÃO RECUSADA', 'Situação: rejeitada.', 'Motivo: receita informada difere da apurada']
const period = '2026-07'

interface ToldItem {
  readonly situation: string
  readonly done_on: string | null
  readonly refusals: readonly Readonly<Record<'uuid' | 'name' | 'said' | 'protocol' | 'by', string | null>>[]
}

describe('papers that refuse an obligation', () => {
  const { world, call, sent, dropped, all, inTray, plain } = receiving()
  type Sent = Awaited<ReturnType<typeof sent>>
  const paper = (of: Sent, kind: 'SFUST' | 'FUNTTEL', more: readonly string[] = refused, protocol = '2026.77') =>
    plain(of, { kind: kind === 'SFUST' ? 'SFUST: declaração do FUST' : 'FUNTTEL: recolhimento', protocol, more })
  const duty = async ({ client }: Sent, obligation: string, who = 'staffA') => {
    const { status, body } = await call(
      'GET',
      `obligations?from=2026-07-01&to=2026-12-31&client=${client.uuid}&obligation=${obligation}&period=${period}`,
      undefined,
      who,
    )
    expect(status).toBe(200)
    const [item] = body.data as readonly ToldItem[]
    if (!item) throw new Error('the duty is not there')
    return item
  }
  const target = ({ client }: Sent, obligation: string) => ({
    kind: 'recusa-obrigacao',
    client: client.uuid,
    obligation,
    period,
  })
  const settle = (uuid: unknown, body: object, who = 'staffA') => call('PUT', `receipts/${uuid}/guardar`, body, who)
  const undo = (uuid: unknown, who = 'staffA') => call('PUT', `receipts/${uuid}/desfazer`, undefined, who)
  const marks = async ({ client }: Sent) => {
    const { rows } = await sql<{ obligation: string; done_on: string; note: string | null }>`
      select obligation, done_on::text as done_on, note from client_obligations
      where client_id = ${client.id} and deleted_at is null order by obligation`.execute(world().db)
    return rows
  }

  test.each([
    ['fust', 'SFUST'],
    ['funttel', 'FUNTTEL'],
  ] as const)(
    'one of %s takes back that an earlier paper said it was done, is shown with its words, and goes back exactly',
    async (obligation, kind) => {
      const one = await sent(`Recusa ${kind}`)
      await dropped({ [`${kind}-recebido.pdf`]: await paper(one, kind, ['Declaração recebida com sucesso.'], '1') })
      const before = await marks(one)
      expect(before).toMatchObject([{ obligation }])
      const done = await duty(one, obligation)
      expect(done).toMatchObject({ situation: 'feita', refusals: [] })

      const drop = await dropped({ [`${kind}.pdf`]: await paper(one, kind) })
      const item = await inTray(`${kind}.pdf`)
      expect(item).toMatchObject({
        verdict: 'recusado',
        why: expect.stringMatching(/^Parece uma recusa: /),
        proposals: [
          {
            kind: 'recusa-obrigacao',
            label: expect.stringContaining(`Recusa ${kind}: `),
            note: expect.stringMatching(/^está feita, em .*: volta a ficar em aberto$/),
          },
        ],
      })
      const answer = await settle(item?.uuid, { target: target(one, obligation) })
      expect([answer.status, answer.body.message]).toEqual([
        200,
        expect.stringMatching(/^Recusa registrada: a obrigação está em aberto\./),
      ])
      expect(await marks(one)).toEqual([])
      const open = await duty(one, obligation)
      expect(open.situation).toMatch(/a-fazer|atrasada/)
      expect(open.refusals).toMatchObject([
        { uuid: item?.uuid, name: `${kind}.pdf`, protocol: '2026.77', by: 'zzAzz staffA', said: item?.error },
      ])
      expect(open.refusals[0]?.said).toContain('receita informada difere')
      // Its paper is opened where it is told.
      const file = await world().call('staffA', 'GET', `internal-uploads/get-file/${item?.uuid}`)
      expect([file.status, file.text.includes('%PDF')]).toEqual([200, true])
      // The history of the paper has its words.
      const history = await call('GET', `receipts/${item?.uuid}/historico`)
      expect(history.text).toContain('receita informada difere')
      expect((await all(drop))[0]).toMatchObject({ state: 'guardado', about: expect.stringMatching(/^Recusa: /) })

      // Registered once: it is no longer in the tray.
      expect((await settle(item?.uuid, { target: target(one, obligation) })).status).toBe(409)

      expect((await undo(item?.uuid)).status).toBe(200)
      expect([await marks(one), await duty(one, obligation)]).toEqual([before, done])
      const { rows } = await sql<{ event: string }>`
        select h.event from audit_events h join client_obligations o on o.id = h.row_id
        where h.resource = 'client_obligations' and o.client_id = ${one.client.id} order by h.id`.execute(world().db)
      expect(rows.map(({ event }) => event)).toEqual([
        'obligations.store',
        'obligations.destroy',
        'obligations.restaurar',
      ])
      expect(await inTray(`${kind}.pdf`)).toBeDefined()
    },
  )

  test('an open duty stays open, and one that is done again afterwards tells both; then the refusal stays', async () => {
    const one = await sent('Recusa e Depois')
    await dropped({ 'aberta.pdf': await paper(one, 'SFUST') })
    const item = await inTray('aberta.pdf')
    expect(item?.proposals).toMatchObject([{ kind: 'recusa-obrigacao', note: null }])
    // As a receipt it is not taken without a person who read that.
    const receipt = { ...target(one, 'fust'), kind: 'obrigacao' }
    expect((await settle(item?.uuid, { target: receipt })).status).toBe(409)
    expect((await settle(item?.uuid, { target: target(one, 'fust') })).status).toBe(200)
    expect(await duty(one, 'fust')).toMatchObject({ done_on: null, refusals: [{ name: 'aberta.pdf' }] })

    const mark = { items: [{ client: one.client.uuid, obligation: 'fust', period }], done_on: '2026-09-09' }
    expect((await call('PUT', 'obligations/concluir', mark)).status).toBe(200)
    expect(await duty(one, 'fust')).toMatchObject({ situation: 'feita', refusals: [{ name: 'aberta.pdf' }] })
    // It moved nothing, and leaves nothing.
    expect((await undo(item?.uuid)).status).toBe(200)
    expect(await duty(one, 'fust')).toMatchObject({ situation: 'feita', done_on: '2026-09-09', refusals: [] })

    // What it took back is not given back over what somebody marked since.
    expect((await settle(item?.uuid, { target: target(one, 'fust') })).status).toBe(200)
    expect((await call('PUT', 'obligations/concluir', { ...mark, done_on: '2026-09-10' })).status).toBe(200)
    const left = await undo(item?.uuid)
    expect([left.status, left.body.message]).toEqual([409, 'A obrigação foi marcada como feita depois: a recusa fica.'])
    expect(await duty(one, 'fust')).toMatchObject({ done_on: '2026-09-10', refusals: [{ name: 'aberta.pdf' }] })
  })

  test('it wants the right to reopen, is told to nobody of the client nor of another company, and has its own door for files', async () => {
    const one = await sent('Recusa com Direitos')
    await dropped({ 'direitos.pdf': await paper(one, 'SFUST') })
    const item = await inTray('direitos.pdf')
    for (const who of ['staffB', 'clientA', 'withoutRoutes'])
      expect((await settle(item?.uuid, { target: target(one, 'fust') }, who)).status).toBeGreaterThanOrEqual(403)
    expect((await settle(item?.uuid, { target: target(one, 'nada') })).status).toBe(409)
    expect((await settle(item?.uuid, { target: target(one, 'acessos') })).status).toBe(409)
    const filed = await settle(item?.uuid, { target: { ...target(one, 'infraestrutura'), period: '2025' } })
    expect([filed.status, filed.body.message]).toEqual([409, expect.stringContaining('infraestrutura anual')])
    expect(await inTray('direitos.pdf')).toBeDefined()

    const roles = (change: ReturnType<typeof sql>) =>
      sql`update profiles_profile_roles set role = ${change}
        where parent_id = (select profile_id from users where id = ${world().people.staffA}) and role like 'obligations.reabrir%'`.execute(
        world().db,
      )
    await roles(sql`'obligations.reabrir-nao'`)
    expect((await inTray('direitos.pdf'))?.proposals).toEqual([])
    expect((await settle(item?.uuid, { target: target(one, 'fust') })).status).toBe(403)
    expect((await settle(item?.uuid, { target: target(one, 'fust') }, 'superAdmin')).status).toBe(200)

    await roles(sql`'obligations.reabrir'`)

    await sql`insert into clients_client_users (parent_id, position, user_id)
      values (${one.client.id}, 1, ${world().people.clientA})`.execute(world().db)
    expect((await duty(one, 'fust', 'superAdmin')).refusals).toHaveLength(1)
    expect((await duty(one, 'fust', 'clientA')).refusals).toEqual([])
    expect(rowsOf(await call('GET', 'obligations?month=2026-08&per_page=100', undefined, 'staffB'))).not.toContainEqual(
      expect.objectContaining({ client: expect.objectContaining({ uuid: one.client.uuid }) }),
    )
  })

  test('nothing is half done: where the paper is not stored, the duty stays done', async () => {
    const one = await sent('Recusa pela Metade')
    await dropped({ 'feita.pdf': await paper(one, 'SFUST', ['Declaração recebida com sucesso.'], '2') })
    const before = await marks(one)
    await dropped({ 'metade.pdf': await paper(one, 'SFUST') })
    const item = await inTray('metade.pdf')
    await sql`create function refuse_duty() returns trigger language plpgsql as $$
      begin if new.refused_duty is not null then raise exception 'killed here'; end if; return new; end $$`.execute(
      world().db,
    )
    await sql`create trigger refuse_duty before update on receipts for each row execute function refuse_duty()`.execute(
      world().db,
    )
    expect((await settle(item?.uuid, { target: target(one, 'fust') })).status).toBe(500)
    expect(await marks(one)).toEqual(before)
    expect(await duty(one, 'fust')).toMatchObject({ situation: 'feita', refusals: [] })
    await sql`drop trigger refuse_duty on receipts`.execute(world().db)
    const six = await Promise.all(Array.from({ length: 6 }, () => settle(item?.uuid, { target: target(one, 'fust') })))
    expect(six.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await marks(one)).toEqual([])
    expect((await duty(one, 'fust')).refusals).toHaveLength(1)
    expect(dataOf(await call('GET', `receipts/${item?.uuid}`)).state).toBe('guardado')
  })
})
