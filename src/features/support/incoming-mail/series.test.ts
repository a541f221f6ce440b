import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { mailing, support } from '#test/support/mailing.ts'
import type { Row } from '#test/support/world.ts'

describe('more mails of one address than it may send in an hour', () => {
  const { world, call, emailOf, receive, told, ticketOf, composed } = mailing({
    MAILS_PER_HOUR: '2',
    LOG_LEVEL: 'error',
  })
  const act = (mail: Row | null, does: string, body?: object) =>
    call('staffA', 'PUT', `incoming-mails/${mail?.uuid}/${does}`, body ? { body } : {})
  const states = async (of: string) => {
    const { rows } = await sql<{ subject: string; state: string; series: number | null }>`
      select subject, state, series from incoming_mails where subject like ${`${of} %`} order by id`.execute(world().db)
    return rows.map(({ state, series }) => (series === null ? state : `${state} ${series}`))
  }
  const bell = async () => {
    const { body } = await call('staffA', 'GET', 'notices?filter[kind]=correio-bandeja&pagination=false')
    const rows = body.data as readonly { title: string; read_at: string | null }[]
    return rows.filter(each => each.read_at === null).map(({ title }) => title)
  }
  async function lot(name: string, many: number) {
    await sql`delete from incoming_mails`.execute(world().db)
    await sql`delete from notices`.execute(world().db)
    const from = `Ana Lima <${await emailOf('clientA')}>`
    const subjects = Array.from({ length: many }, (_, n) => `${name} ${n}`)
    for (const subject of subjects) await receive(await composed({ from, to: support, subject, text: `${subject}.` }))
    return subjects
  }

  test('waits as one, which says how many they are and rings once, and goes with one press', async () => {
    await lot('Lote', 6)
    expect(await states('Lote')).toEqual(['mensagem', 'mensagem', 'bandeja 4', 'serie', 'serie', 'serie'])
    const first = await told('Lote 2')
    expect(first?.why).toBe('4 e-mails de Ana Lima além dos 2 que um endereço manda em uma hora.')
    expect(await bell()).toEqual([`Na bandeja: ${first?.why}`])
    expect((await act(first, 'descartar')).status).toBe(200)
    expect(await states('Lote')).toEqual(['mensagem', 'mensagem', ...Array.from({ length: 4 }, () => 'descartada')])
    expect(await bell()).toEqual([])
  })

  test('one of them comes to the tray by itself, and where the first goes to a ticket the next stands for the rest', async () => {
    await lot('Monte', 6)
    expect((await act(await told('Monte 4'), 'devolver-a-bandeja')).status).toBe(200)
    expect(await states('Monte')).toEqual(['mensagem', 'mensagem', 'bandeja 3', 'serie', 'bandeja', 'serie'])
    const ticket = await ticketOf()
    expect((await act(await told('Monte 2'), 'juntar', { ticket_id: ticket.id })).status).toBe(200)
    expect(await states('Monte')).toEqual(['mensagem', 'mensagem', 'mensagem', 'bandeja 2', 'bandeja', 'serie'])
    expect((await told('Monte 3'))?.why).toMatch(/^2 e-mails de Ana Lima além/)
    expect((await act(await told('Monte 3'), 'descartar')).status).toBe(200)
    expect(await states('Monte')).toEqual(['mensagem', 'mensagem', 'mensagem', 'descartada', 'bandeja', 'descartada'])
    expect(await bell()).toHaveLength(1)
    await act(await told('Monte 4'), 'descartar')
    expect(await bell()).toEqual([])
  })
})
