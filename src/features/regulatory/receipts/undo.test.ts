import { describe, expect, test } from 'vitest'
import { receiving } from '#test/support/receiving.ts'

describe('receipts settled and taken back', () => {
  const { world, call, sent, attach, dropped, all, told, inTray, receiptsOf, plain, step, act } = receiving()

  test('a person settles one from the tray, the sending with it, and each is undone alone', async () => {
    const ready = await sent('Bandeja Pronta', 'pronta')
    const drop = await dropped({ 'pronta2.pdf': await plain(ready) })
    const waiting = await inTray('pronta2.pdf')
    const target = { kind: 'coleta', coleta: ready.coleta.uuid, send: true }
    expect(
      (await call('PUT', `receipts/${waiting?.uuid}/guardar`, { target: { ...target, send: false } })).status,
    ).toBe(409)
    const kept = await call('PUT', `receipts/${waiting?.uuid}/guardar`, { target, protocol: '998877' })
    expect(kept.status).toBe(200)
    expect(await step(ready.coleta.uuid)).toBe('Enviada')
    expect(await receiptsOf(ready.coleta)).toMatchObject([{ name: 'pronta2.pdf', protocol: '998877' }])
    expect((await call('PUT', `receipts/${waiting?.uuid}/guardar`, { target })).status).toBe(409)

    expect((await call('PUT', `receipts/${waiting?.uuid}/desfazer`)).status).toBe(200)
    expect(await step(ready.coleta.uuid)).toBe('Pronta')
    const files = await call('GET', `collect-files?filter[collect_id]=${ready.coleta.id}`)
    expect(files.body.data).toEqual([])
    expect((await all(drop))[0]).toMatchObject({ state: 'bandeja', about: null, protocol: null })

    expect((await call('PUT', `receipts/${waiting?.uuid}/deixar-de-lado`)).status).toBe(200)
    expect(await inTray('pronta2.pdf')).toBeUndefined()
    expect((await call('PUT', `receipts/${waiting?.uuid}/devolver-a-bandeja`)).status).toBe(200)
    expect(await inTray('pronta2.pdf')).toBeDefined()
  })

  test('what changed since is left, and told; the rest of the drop is taken back', async () => {
    const [left, back, reopened] = [
      await sent('Desfaz Mudada'),
      await sent('Desfaz Igual'),
      await sent('Desfaz Reaberta'),
    ]
    const drop = await dropped({
      'mudada.pdf': await plain(left),
      'igual.pdf': await plain(back),
      'reaberta.pdf': await plain(reopened, { kind: 'SFUST' }),
    })
    expect((await all(drop)).map(({ state }) => state)).toEqual(['guardado', 'guardado', 'guardado'])
    await act(left.coleta.uuid, 'processada')
    await call('PUT', 'obligations/reabrir', {
      items: [{ client: reopened.client.uuid, obligation: 'fust', period: '2026-07' }],
    })
    expect((await call('PUT', `receipt-drops/${drop}/desfazer`)).status).toBe(200)
    expect((await all(drop)).map(({ state, why }) => [state, why])).toEqual([
      ['guardado', 'Não foi desfeito: A coleta mudou depois, e está processada: o recibo fica.'],
      ['desfeito', null],
      ['guardado', 'Não foi desfeito: A obrigação já foi reaberta por alguém.'],
    ])
    expect(await receiptsOf(left.coleta)).toHaveLength(1)
    expect(await receiptsOf(back.coleta)).toEqual([])
  })

  test('a drop that was asked to says its coletas are processed, and takes that back too', async () => {
    const [one, only] = [await sent('Recibo Processa'), await sent('Recibo Só Recebido')]
    const drop = await dropped(
      { 'p.pdf': await plain(one, { more: ['Situação: Processado com sucesso'] }), 'so.pdf': await plain(only) },
      { processed: true },
    )
    expect(await step(one.coleta.uuid)).toBe('Processada')
    // That it came in says not that it was accepted.
    expect([await step(only.coleta.uuid), (await receiptsOf(only.coleta)).length]).toEqual(['Enviada', 1])
    await call('PUT', `receipt-drops/${drop}/desfazer`)
    expect(await step(one.coleta.uuid)).toBe('Enviada')
    expect(await receiptsOf(one.coleta)).toEqual([])
  })

  test('nobody reads, settles or undoes what is not theirs, and rights are those of the act by hand', async () => {
    const one = await sent('Direitos')
    const [file, more] = [await plain(one), await plain(one, { more: ['outra via'] })]
    const drop = await dropped({ 'meu.pdf': file, 'na-bandeja.pdf': more })
    const [mine, waiting] = await all(drop)
    for (const who of ['staffB', 'clientA', 'withoutRoutes']) {
      const status = who === 'staffB' ? 404 : 403
      expect((await call('GET', `receipts/${mine?.uuid}`, undefined, who)).status).toBe(status)
      expect((await call('PUT', `receipt-drops/${drop}/desfazer`, undefined, who)).status).toBe(status)
      expect((await call('PUT', `receipts/${mine?.uuid}/desfazer`, undefined, who)).status).toBe(status)
      expect((await attach(drop, 'x.pdf', file, who)).status).toBe(status)
      const target = { kind: 'coleta', coleta: one.coleta.uuid, send: false }
      expect((await call('PUT', `receipts/${waiting?.uuid}/guardar`, { target }, who)).status).toBe(status)
      expect((await world().call(who, 'GET', `internal-uploads/get-file/${mine?.uuid}`)).status).not.toBe(200)
    }
    // Another of the same house sees it, and takes nothing back of what they did not do.
    expect((await call('GET', `receipts/${mine?.uuid}`, undefined, 'adminA')).status).toBe(200)
    for (const url of [`receipt-drops/${drop}/desfazer`, `receipts/${mine?.uuid}/desfazer`])
      expect((await call('PUT', url, undefined, 'frontDeskA')).status).toBe(403)
    expect(await receiptsOf(one.coleta)).toHaveLength(1)

    // Of another company nothing is told: neither that it has such a client, nor that it has the file.
    const theirs = await dropped({ 'de-la.pdf': file }, { who: 'staffB' })
    expect(await told(theirs, 'staffB')).toEqual([
      ['de-la.pdf', 'bandeja', expect.stringMatching(/não é de nenhum cliente seu\.$/)],
    ])
    const [there] = await all(theirs, 'staffB')
    const target = { kind: 'coleta', coleta: one.coleta.uuid, send: false }
    expect((await call('PUT', `receipts/${there?.uuid}/guardar`, { target }, 'staffB')).status).toBe(404)
    const options = `receipts/${there?.uuid}/opcoes?client=${one.client.uuid}`
    expect((await call('GET', options, undefined, 'staffB')).status).toBe(404)
    expect(await receiptsOf(one.coleta)).toHaveLength(1)
  })
})
