import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { monthly } from '#test/support/monthly.ts'
import { dataOf } from '#test/support/world.ts'

describe('a coleta in its month', () => {
  const { world, scm, city, call, provider, kinds, filled, findings, step, act, bearer } = monthly()

  test('a coleta is not ready while something blocks it, nor while a warning goes unanswered', async () => {
    const of = await provider('Provedor do Salto')
    await filled(of, 1, 100)
    const { uuid } = await filled(of, 2, 250)
    const warned = (await findings(uuid)).filter(({ severity }) => severity === 'atencao')
    expect(warned.map(({ message }) => message)).toEqual([
      'O total de acessos cresceu 150 % desde o mês anterior (de 100 para 250).',
      'Teixeira de Freitas/BA cresceu 150 % (de 100 para 250 acessos).',
    ])
    const refused = await act(uuid, 'finalizar')
    expect(refused.status).toBe(422)
    expect(refused.body.errors?.conferencia).toHaveLength(2)

    const passed = await act(uuid, 'reconhecer', {
      findings: warned.map(({ key }) => key),
      reason: 'Comprou outra rede',
    })
    expect(passed).toMatchObject({ status: 200, body: { message: '2 avisos reconhecidos.' } })
    expect((await findings(uuid))[0]?.acknowledged).toMatchObject({
      name: 'zzAzz staffA',
      reason: 'Comprou outra rede',
    })
    expect((await act(uuid, 'finalizar')).status).toBe(200)
    expect(await step(uuid)).toBe('Pronta')
    // Ready is read-only, until it is opened again.
    expect((await call('PUT', `collects/${uuid}`, { locations: [] })).status).toBe(409)
    expect((await act(uuid, 'reabrir')).status).toBe(200)

    const { rows } = await kinds.execute(world().db)
    await call('PUT', `collects/${uuid}`, {
      locations: [{ city_id: city(), accesses_ordered: [{ ...rows[0], speed: 250, amount: 400 }] }],
    })
    expect((await findings(uuid)).filter(each => each.severity === 'atencao' && each.acknowledged)).toEqual([])
    const old = await act(uuid, 'reconhecer', { findings: warned.map(({ key }) => key), reason: 'De novo' })
    expect(old.status).toBe(409)
  })

  test('what was said of a warning last month is shown beside the same one, whatever its figures, and answers nothing', async () => {
    const of = await provider('Provedor que Cresce')
    await filled(of, 1, 100)
    const { uuid: before } = await filled(of, 2, 250)
    const { uuid } = await filled(of, 3, 500)
    const warned = async () => (await findings(uuid)).filter(({ severity }) => severity === 'atencao')
    expect((await warned()).map(({ last_month }) => last_month)).toEqual([null, null])
    const place = (await findings(before)).find(({ key }) => key.startsWith('municipio:'))?.key
    await act(before, 'reconhecer', { findings: [place], reason: 'Comprou outra rede' })
    expect(await warned()).toMatchObject([
      { message: expect.stringContaining('O total'), acknowledged: null, last_month: null },
      {
        message: expect.stringContaining('de 250 para 500'),
        acknowledged: null,
        last_month: { name: 'zzAzz staffA', reason: 'Comprou outra rede' },
      },
    ])
    expect((await act(uuid, 'finalizar')).body.errors?.conferencia).toHaveLength(2)
  })

  test('nothing received is not nothing to report: zero is declared, doubted, and taken back by typing', async () => {
    const of = await provider('Provedor Sem Nada')
    const { uuid } = await filled(of, 3, null)
    expect((await findings(uuid))[0]).toMatchObject({ severity: 'impede', message: 'A coleta não tem acessos.' })
    expect((await act(uuid, 'zerar')).body.data).toMatchObject({ zeroed: true })
    const [doubt] = await findings(uuid)
    expect(doubt).toMatchObject({ severity: 'atencao', key: 'zerada' })
    expect((await act(uuid, 'finalizar')).status).toBe(422)
    await act(uuid, 'reconhecer', { findings: ['zerada'], reason: 'Rede desligada em março' })
    expect((await act(uuid, 'finalizar')).status).toBe(200)
    await act(uuid, 'reabrir')
    const { rows } = await kinds.execute(world().db)
    const typed = await call('PUT', `collects/${uuid}`, {
      locations: [{ city_id: city(), accesses_ordered: [{ ...rows[0], speed: 250, amount: 3 }] }],
    })
    expect(typed.body.data).toMatchObject({ zeroed: false })
  })

  test('a month without changes is confirmed at once', async () => {
    const of = await provider('Provedor Constante')
    await filled(of, 1, 80)
    const { uuid } = await filled(of, 2, null)
    expect((await act(uuid, 'confirmar-sem-mudancas')).body.data).toMatchObject({
      status: { name: 'Pronta' },
      repeated: 'jan/2026',
      locations: [{ accesses_ordered: [{ speed: 250, amount: 80, technology_type: { name: 'FTTH' } }] }],
    })
    const events = await sql<{ event: string; user_id: number }>`
      select event, user_id from audit_events where resource = 'collects' and row_id = (select id from collects where uuid = ${uuid}) order by id`.execute(
      world().db,
    )
    expect(events.rows.map(({ event }) => event)).toEqual([
      'collects.store',
      'collects.copiar-anterior',
      'collects.finalizar',
    ])
    expect(new Set(events.rows.map(({ user_id }) => user_id)).size).toBe(1)
    const { uuid: first } = await filled(await provider('Provedor Novo'), 2, null)
    expect((await act(first, 'copiar-anterior')).body.message).toBe(
      'Este fistel não tem coleta de jan/2026 para copiar.',
    )
  })

  test('what is sent is kept as it was, version by version, with the receipt and the error', async () => {
    const of = await provider('Provedor Enviado')
    const { uuid, id } = await filled(of, 5, 10)
    expect((await act(uuid, 'enviar')).status).toBe(409)
    await act(uuid, 'finalizar')
    expect((await act(uuid, 'enviar')).body).toMatchObject({ message: 'Envio registrado, com o arquivo guardado.' })
    expect((await act(uuid, 'enviar')).status).toBe(409)
    const receipt = await world().call(
      'staffA',
      'POST',
      `collects/${uuid}/recibo?name=recibo.txt&protocol=2026.0512-7`,
      {
        body: 'Processado com sucesso',
        headers: { 'content-type': 'application/octet-stream' },
      },
    )
    expect(receipt.status).toBe(201)
    expect((await act(uuid, 'erro', { error: 'Linha 2: código IBGE inválido' })).status).toBe(200)
    expect(await step(uuid)).toBe('Com erro')
    expect((await act(uuid, 'retificar')).body.data).toMatchObject({ edition: 2, error: null })
    const { rows } = await kinds.execute(world().db)
    await call('PUT', `collects/${uuid}`, {
      locations: [{ city_id: city(), accesses_ordered: [{ ...rows[0], speed: 250, amount: 11 }] }],
    })
    await act(uuid, 'finalizar')
    await act(uuid, 'enviar')
    const kept = await call('GET', `collect-files?filter[collect_id]=${id}&sort=id`)
    expect(kept.body.data).toMatchObject([
      { kind: 'arquivo', edition: 1, rows: 1, accesses: 10 },
      { kind: 'recibo', edition: 1, name: 'recibo.txt', protocol: '2026.0512-7' },
      { kind: 'arquivo', edition: 2, rows: 1, accesses: 11 },
    ])
    const [sent] = kept.body.data as readonly { readonly uuid: string }[]
    const { rawPayload } = await world().app.inject({
      url: `/api/v1/internal-uploads/get-file/${sent?.uuid}`,
      headers: { authorization: await bearer() },
    })
    expect(rawPayload.toString()).toContain(';FTTH;250;10')
    const { body } = await call('GET', `collects/${uuid}/versoes`)
    const sha256 = createHash('sha256').update(rawPayload).digest('hex')
    expect(Object(body.data).versions).toMatchObject([{ edition: 2 }, { edition: 1, sha256 }])
    expect((await call('GET', `internal-uploads/get-file/${sent?.uuid}`, undefined, 'staffB')).status).toBe(404)
  })

  test('the report tells the year that ends in the coleta, and is the client’s unless it is hidden', async () => {
    const of = { client: { id: world().target('clients', 'A1')?.id ?? 0 }, fistel: { id: 0 } }
    of.fistel.id = (await world().make(fistels, 'A1', { client_id: of.client.id, service_type_id: scm() })).id
    const { rows } = await kinds.execute(world().db)
    const start = async (month: number, amount: number, more = {}) =>
      dataOf(
        await call('POST', 'collects', {
          client_id: of.client.id,
          fistel_id: of.fistel.id,
          year: 2026,
          month,
          locations: [{ city_id: city(), accesses_ordered: [{ ...rows[0], speed: 250, amount }] }],
          ...more,
        }),
      )
    await start(6, 40)
    const { uuid } = await start(8, 55)
    const { body } = await call('GET', `collects/${uuid}/reports`, undefined, 'clientA')
    expect(Object(body.data).total.values.slice(-3)).toEqual([40, null, 55])
    expect(Object(body.data).by).toMatchObject({
      municipality: [{ name: 'Teixeira de Freitas/BA' }],
      technology: [{ name: 'FTTH' }],
      band: [{ name: 'De 100 a 300 Mbps' }],
    })
    await call('PUT', `collects/${uuid}`, { hide_report: true })
    expect((await call('GET', `collects/${uuid}/reports`, undefined, 'clientA')).status).toBe(404)
    expect((await call('GET', `collects/${uuid}/reports`)).status).toBe(200)
  })

  test('people of a client hand theirs over, and from then on it is the house’s', async () => {
    const mine = { client: { id: world().target('clients', 'A1')?.id ?? 0 }, fistel: { id: 0 } }
    const fistel = await world().make(fistels, 'A1', { client_id: mine.client.id, service_type_id: scm() })
    const { uuid } = dataOf(
      await call('POST', 'collects', { client_id: mine.client.id, fistel_id: fistel.id, year: 2026, month: 4 }),
    )
    await act(uuid, 'pedir-ao-cliente')
    expect((await call('PUT', `collects/${uuid}/entregar`, undefined, 'clientA')).status).toBe(200)
    expect((await call('PUT', `collects/${uuid}`, { locations: [] }, 'clientA')).status).toBe(409)
    expect((await call('PUT', `collects/${uuid}/finalizar`, undefined, 'clientA')).status).toBe(403)
    expect(
      (await call('PUT', `collects/${uuid}/reconhecer`, { findings: ['x'], reason: 'abc' }, 'clientA')).status,
    ).toBe(403)
    // What is not right yet goes back to them.
    expect((await call('PUT', `collects/${uuid}/devolver-ao-cliente`, undefined, 'clientA')).status).toBe(403)
    expect((await act(uuid, 'devolver-ao-cliente')).body.data).toMatchObject({ status: { name: 'Aguardando cliente' } })
    expect((await call('PUT', `collects/${uuid}`, { locations: [] }, 'clientA')).status).toBe(200)
  })

  test('people of a client say with one answer that nothing changed; whoever types after it no longer repeats', async () => {
    const mine = { client: { id: world().target('clients', 'A1')?.id ?? 0 }, fistel: { id: 0 } }
    mine.fistel.id = (await world().make(fistels, 'A1', { client_id: mine.client.id, service_type_id: scm() })).id
    await filled(mine, 1, 33)
    const { uuid } = await filled(mine, 2, null)
    expect((await call('PUT', `collects/${uuid}/entregar-sem-mudancas`, undefined, 'clientA')).body.data).toMatchObject(
      {
        status: { name: 'Em conferência' },
        repeated: 'jan/2026',
        locations: [{ accesses_ordered: [{ amount: 33 }] }],
      },
    )
    await act(uuid, 'devolver-ao-cliente')
    expect((await call('PUT', `collects/${uuid}`, { hide_report: false })).body.data).toMatchObject({
      repeated: 'jan/2026',
    })
    expect((await call('PUT', `collects/${uuid}`, { locations: [] }, 'clientA')).body.data).toMatchObject({
      repeated: null,
    })
  })
})
