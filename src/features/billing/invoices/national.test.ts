import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes, X509Certificate } from 'node:crypto'
import { sql } from 'kysely'
import { SignedXml } from 'xml-crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { tellCertificates } from '#features/billing/invoices/ending.server.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import { openAuthority, slowPfxs } from '#test/support/certificates.ts'
import { noteOf, readyToIssue, someOrder } from '#test/support/invoicing.ts'
import { mapClientFields, surroundingsOf } from '#test/support/mapping.ts'
import { openSefin } from '#test/support/sefin.ts'
import { dataOf, openWorld, type World } from '#test/support/world.ts'

const authority = openAuthority()
const server = authority.issue('127.0.0.1')
const own = authority.issue('OUTORGA CONSULTORIA LTDA:12ABC34501DE35')

/** Signed as the emitter checks it, by another hand than ours. */
function isSigned(xml: string): boolean {
  const [signature = ''] = /<Signature[\s\S]*<\/Signature>/.exec(xml) ?? []
  const checked = new SignedXml({ publicCert: own.cert })
  checked.loadSignature(signature)
  return checked.checkSignature(xml)
}

describe('the national emitter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outorga-nfse-'))
  let world: World
  let sefin: Awaited<ReturnType<typeof openSefin>>
  let given: Awaited<ReturnType<typeof readyToIssue>>
  beforeAll(async () => {
    sefin = await openSefin({ key: server.key, cert: server.cert, ca: authority.pem })
    const ca = join(folder, 'ca.pem')
    writeFileSync(ca, authority.pem)
    const env = {
      SECRETS_KEY: randomBytes(32).toString('base64'),
      NFSE_TEST_URL: sefin.url,
      NFSE_URL: '0',
      NFSE_CA: ca,
    }
    world = await openWorld({ env, fittings: { pace: { pollMs: 3_600_000 } } })
    given = await readyToIssue(world, { emissor: 'nacional' })
  })
  afterAll(async () => {
    await world?.close()
    await sefin?.close()
    rmSync(folder, { recursive: true })
  })

  const certify = (pfx: Buffer, password: string, who = 'superAdmin') =>
    world.call(who, 'PUT', `empresas/${given.company}/certificado`, {
      body: { file: pfx.toString('base64'), password },
    })
  /** What waits goes at once. */
  async function again() {
    await sql`update integration_queues set next_attempt_at = null where state = 'pendente'`.execute(world.db)
    world.house.events.tell({ of: integrationQueues, uuid: '' })
    await world.runner.settled()
  }
  async function issue(more: object = {}) {
    const made = await world.call('staffA', 'POST', 'service-invoices/emitir', { body: someOrder(given, more) })
    await world.runner.settled()
    return dataOf(made)
  }
  const { client_id: _client, empresa_id: _company, ...content } = someOrder({ client: 0, company: 0 })
  const substitute = (uuid: unknown, body: object, who = 'staffA') =>
    world.call(who, 'POST', `service-invoices/${String(uuid)}/substituir`, { body })
  const stateOf = async (uuid: unknown) => (await noteOf(world, uuid)).state
  const posts = () => sefin.asked.filter(each => each === 'POST /SefinNacional/nfse').length

  test('without a certificate nothing is issued; with one of another CNPJ, past or of a wrong password, neither', async () => {
    const refused = await world.call('staffA', 'POST', 'service-invoices/emitir', { body: someOrder(given) })
    expect(refused.body.errors).toHaveProperty('empresa.certificado')
    const strange = authority.issue('OUTRA LTDA:11222333000181')
    const past = authority.issue('OUTORGA:12ABC34501DE35', { days: -1 })
    expect((await certify(strange.pfx, strange.password)).body.errors?.file?.[0]).toContain('outro CNPJ')
    expect((await certify(past.pfx, past.password)).body.errors?.file?.[0]).toContain('venceu')
    expect((await certify(own.pfx, 'outra senha')).body.errors).toHaveProperty('password')
    expect((await certify(Buffer.from('nada'), 'x')).body.errors).toHaveProperty('file')
    expect((await certify(own.pfx, own.password, 'staffA')).status).toBe(403)
    const modern = authority.issue('OUTORGA CONSULTORIA LTDA:12ABC34501DE35', { algorithm: 'aes256' })
    expect((await certify(modern.pfx, modern.password)).status).toBe(200)
    expect((await certify(own.pfx, own.password)).status).toBe(200)
  })

  test('a certificate that asks for millions of rounds, anywhere in it, is refused in words and holds nobody else', async () => {
    for (const [rounds, pfx] of Object.entries(slowPfxs('a senha'))) {
      const { status, body } = await certify(pfx, 'a senha')
      expect([rounds, status, body.errors]).toEqual([
        rounds,
        422,
        { file: ['O certificado pede mais de 1.000.000 rodadas para conferir a senha. Peça outro à certificadora.'] },
      ])
    }
    const heavy = authority.issue('OUTORGA CONSULTORIA LTDA:12ABC34501DE35', { rounds: 100_000 })
    // It is computed beside the server, and outside the transaction that writes it.
    const doing = certify(heavy.pfx, heavy.password)
    const company = `empresas/${given.company}`
    expect((await world.call('superAdmin', 'PUT', company, { body: { nome_fantasia: 'Outorga' } })).status).toBe(200)
    expect((await doing).status).toBe(200)
    expect((await certify(heavy.pfx, 'outra')).body.errors).toHaveProperty('password')
    expect((await certify(own.pfx, own.password)).status).toBe(200)
  })

  test('a key longer than any certifier issues is refused: each signature would be waited for', async () => {
    const long = authority.issue('OUTORGA CONSULTORIA LTDA:12ABC34501DE35', { bits: 4352 })
    expect((await certify(long.pfx, long.password)).body.errors?.file?.[0]).toContain('4096 bits')
  })

  test('accepted: signed, by the company’s certificate, with number and key kept', async () => {
    sefin.feel('accepts')
    const { uuid, number } = await issue()
    const note = await noteOf(world, uuid)
    expect(note).toMatchObject({
      state: 'autorizada',
      number,
      nfse_number: '118',
      authorized_at: '2026-11-25T13:00:00.000Z',
    })
    expect(String(note.access_key)).toMatch(/^[\dA-Z]{50}$/)
    expect([...sefin.holders]).toEqual([new X509Certificate(own.cert).subject.replace('CN=', '')])
    const sent = sefin.received.at(-1) ?? ''
    expect(isSigned(sent)).toBe(true)
    expect(isSigned(sent.replace('<vServ>1480.00', '<vServ>1.00'))).toBe(false)
    expect(sent).toMatch(/<\/infDPS><Signature xmlns=/)
  })

  test('fields of the client are in what is signed and sent', async () => {
    await mapClientFields(world, given.client, 'nfse-nacional', { xPed: 'PC 4711', xInfComp: 'Contrato & aditivo' })
    const { uuid } = await issue()
    const sent = sefin.received.at(-1) ?? ''
    expect(isSigned(sent)).toBe(true)
    expect(sent).toContain(
      '<infoCompl><xPed>PC 4711</xPed><xInfComp>Contrato &amp; aditivo</xInfComp></infoCompl></serv>',
    )
    expect(Object(await surroundingsOf(world, uuid))).toMatchObject({
      environment: 'homologacao',
      fields: [{ key: 'xPed' }, { key: 'xInfComp' }],
    })
    await world.call('superAdmin', 'PUT', `clients/${given.client}`, { body: { metas_only_father: [] } })
  })

  test('refused: told in words, put right and sent again under the same number', async () => {
    sefin.feel('refuses')
    const { uuid, number } = await issue()
    const note = await noteOf(world, uuid)
    expect(note).toMatchObject({ state: 'rejeitada', number })
    expect(note.rejections).toMatchObject([
      {
        code: 'E0240',
        message: 'CEP do tomador inválido - 12020000',
        advice: expect.stringContaining('cadastro do cliente'),
      },
    ])
    sefin.feel('accepts')
    const body = { ...someOrder(given, { description: 'Corrigida' }), client_id: undefined, empresa_id: undefined }
    const fixed = await world.call('staffA', 'PUT', `service-invoices/${String(uuid)}/corrigir`, { body })
    expect(fixed.status).toBe(200)
    await world.runner.settled()
    expect(await noteOf(world, uuid)).toMatchObject({
      state: 'autorizada',
      number,
      description: 'Corrigida',
      rejections: [],
    })
  })

  test.each(['accepts-silently', 'accepts-babbling'] as const)(
    'one that %s is found again by its id, and is one',
    async mood => {
      sefin.feel(mood)
      const [before, sent] = [sefin.notes.size, posts()]
      const { uuid } = await issue()
      expect(await noteOf(world, uuid)).toMatchObject({ state: 'processando' })
      sefin.feel('accepts')
      await again()
      expect(await noteOf(world, uuid)).toMatchObject({ state: 'autorizada' })
      expect(sefin.notes.size).toBe(before + 1)
      expect(posts()).toBe(sent + 1)
    },
  )

  test.each(['fails', 'babbles'] as const)('an emitter that %s is asked again until it is back', async mood => {
    sefin.feel(mood)
    const before = sefin.notes.size
    const { uuid, number } = await issue()
    await again()
    expect(await noteOf(world, uuid)).toMatchObject({ state: 'processando', number })
    sefin.feel('accepts')
    await again()
    expect(await noteOf(world, uuid)).toMatchObject({ state: 'autorizada', number })
    expect(sefin.notes.size).toBe(before + 1)
  })

  test('a note that waits is tried at once when somebody asks, and of several who ask, once', async () => {
    sefin.feel('fails')
    const before = sefin.notes.size
    const [{ uuid }, { uuid: other }] = [await issue(), await issue()]
    const ask = (who: string, note = uuid) => world.call(who, 'PUT', `service-invoices/${String(note)}/reenviar`)
    expect((await ask('staffB')).status).toBe(404)
    expect((await ask('clientA')).status).toBe(403)
    sefin.feel('accepts')
    expect((await ask('staffA')).status).toBe(200)
    await world.runner.settled()
    expect(await noteOf(world, uuid)).toMatchObject({ state: 'autorizada' })
    const asked = await Promise.all(Array.from({ length: 5 }, () => ask('staffA', other)))
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    // Held by those who are refused, it may be passed by until whoever looks for work looks again.
    await again()
    expect(await noteOf(world, other)).toMatchObject({ state: 'autorizada' })
    expect(sefin.notes.size).toBe(before + 2)
  })

  test('a number that another system used is no note of ours', async () => {
    sefin.feel('taken')
    const { uuid } = await issue()
    const note = await noteOf(world, uuid)
    expect(note).toMatchObject({ state: 'rejeitada', nfse_number: null })
    expect(note.rejections).toMatchObject([{ code: 'E0014', advice: expect.stringContaining('próximo número') }])
  })

  test('cancelled there by a signed event', async () => {
    sefin.feel('accepts')
    const { uuid } = await issue()
    const body = { code: '2', reason: 'O serviço não foi prestado' }
    expect((await world.call('staffA', 'PUT', `service-invoices/${String(uuid)}/cancelar`, { body })).status).toBe(200)
    await world.runner.settled()
    expect(await noteOf(world, uuid)).toMatchObject({ state: 'cancelada' })
    const event = sefin.received.at(-1) ?? ''
    expect(event).toContain('<cMotivo>2</cMotivo><xMotivo>O serviço não foi prestado</xMotivo>')
    expect(isSigned(event)).toBe(true)
  })

  test('substituted: one call there, the older note ends here with it, each knows the other', async () => {
    sefin.feel('accepts')
    const { uuid } = await issue()
    const old = await noteOf(world, uuid)
    sefin.feel('accepts-silently')
    const body = { ...content, value: 1_500, code: '99', reason: 'Valor informado errado' }
    const sent = posts()
    const begun = await substitute(uuid, body)
    expect(begun.status).toBe(201)
    await world.runner.settled()
    const fresh = dataOf(begun)
    // Nobody knows yet that it arrived: the older one stands, and nothing else is done to it.
    expect([await stateOf(fresh.uuid), await stateOf(uuid)]).toEqual(['processando', 'autorizada'])
    expect((await substitute(uuid, body)).status).toBe(409)
    const cancel = { body: { code: '1', reason: 'Valor informado errado' } }
    const cancelled = await world.call('staffA', 'PUT', `service-invoices/${String(uuid)}/cancelar`, cancel)
    expect([cancelled.status, cancelled.body.message]).toEqual([409, expect.stringContaining('já vai substituir')])
    sefin.feel('accepts')
    await again()
    expect(posts()).toBe(sent + 1)
    expect(sefin.received.at(-1)).toContain(
      `<subst><chSubstda>${String(old.access_key)}</chSubstda><cMotivo>99</cMotivo><xMotivo>Valor informado errado</xMotivo></subst>`,
    )
    expect([...sefin.replaced]).toContain(old.access_key)
    const [ended, stands] = [await noteOf(world, uuid), await noteOf(world, fresh.uuid)]
    expect(ended).toMatchObject({ state: 'substituida', replaced_by: { uuid: fresh.uuid } })
    expect(stands).toMatchObject({ state: 'autorizada', value: 1500, replaces: { uuid } })
    expect((await substitute(uuid, body)).status).toBe(409)
  })

  test('a substitute that is refused leaves the older one standing, and is put right under its number', async () => {
    sefin.feel('accepts')
    const { uuid } = await issue()
    sefin.feel('refuses')
    const fresh = dataOf(await substitute(uuid, { ...content, code: '05' }))
    await world.runner.settled()
    expect([await stateOf(fresh.uuid), await stateOf(uuid)]).toEqual(['rejeitada', 'autorizada'])
    const refused = await substitute(uuid, { ...content, code: '05' })
    expect(refused.body.message).toContain('descarte-a antes')
    sefin.feel('accepts')
    await world.call('staffA', 'PUT', `service-invoices/${String(fresh.uuid)}/corrigir`, { body: content })
    await world.runner.settled()
    expect(sefin.received.at(-1)).toContain('<cMotivo>05</cMotivo></subst>')
    expect([await stateOf(fresh.uuid), await stateOf(uuid)]).toEqual(['autorizada', 'substituida'])
  })

  test('of twelve who substitute at once one does; strangers and people of the client do not', async () => {
    sefin.feel('accepts')
    const { uuid } = await issue()
    const body = { ...content, code: '01' }
    expect((await substitute(uuid, body, 'staffB')).status).toBe(404)
    expect((await substitute(uuid, body, 'clientA')).status).toBe(403)
    expect((await substitute(uuid, { ...content, code: '99' })).body.errors).toHaveProperty('reason')
    expect((await substitute(uuid, { ...content, code: '42' })).status).toBe(422)
    const many = await Promise.all(Array.from({ length: 12 }, () => substitute(uuid, body)))
    expect(many.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(many.filter(({ status }) => status === 409)).toHaveLength(11)
    await world.runner.settled()
    expect(await stateOf(uuid)).toBe('substituida')
  })

  test('a company outside the Simples says what its services lack, and declares IBS and CBS once nothing does', async () => {
    const company = (body: object) => world.call('superAdmin', 'PUT', `empresas/${given.company}`, { body })
    const lacks = async () => {
      const { body } = await world.call('staffA', 'GET', `service-invoices/emissor/${given.company}`)
      return Object(body.data).lacks.map(({ label }: { label: string }) => label)
    }
    await company({ regime: 'nao-optante', municipio_ativo: null })
    expect(await lacks()).toEqual([
      'município ativo no sistema nacional',
      'NBS do serviço 170101',
      'indicador da operação do serviço 170101',
      'CST do IBS/CBS do serviço 170101',
      'classificação tributária do serviço 170101',
    ])
    const service = { codigo: '170101', descricao: 'Assessoria', nbs: '114011200', indicador_operacao: '030101' }
    const codes = { ...service, cst: '000', classificacao_tributaria: '000001' }
    const wrong = await company({ servicos: [{ ...codes, cst: '0', classificacao_tributaria: '200001' }] })
    expect(Object.keys(wrong.body.errors ?? {})).toEqual(['servicos.0.cst', 'servicos.0.classificacao_tributaria'])
    const strange = await company({ servicos: [{ ...codes, classificacao_tributaria: '200001' }] })
    expect(Object.keys(strange.body.errors ?? {})).toEqual(['servicos.0.classificacao_tributaria'])
    await company({ municipio_ativo: 'sim', servicos: [codes, { codigo: '070301', descricao: 'Projetos' }] })
    // Another service lacks its codes, and this note is not of it.
    sefin.feel('accepts')
    const { uuid } = await issue()
    expect(await stateOf(uuid)).toBe('autorizada')
    const sent = sefin.received.at(-1) ?? ''
    expect(sent).toContain('<CST>000</CST><cClassTrib>000001</cClassTrib>')
    expect(sent).not.toContain('pAliq')
    const refused = await world.call('staffA', 'POST', 'service-invoices/emitir', {
      body: someOrder(given, { service: '070301' }),
    })
    expect(refused.body.errors?.['empresa.servicos']).toHaveLength(4)
    await company({ regime: 'optante-pendente' })
    expect(await lacks()).toContain('regime do leiaute em vigor')
    await company({ regime: 'simples-nacional', servicos: [{ codigo: '170101', descricao: 'Assessoria' }] })
    expect(await lacks()).toEqual([])
  })

  test('nothing tells the certificate: no answer, no history, no export, no log, no table', async () => {
    const told: string[] = []
    for (const path of [
      `empresas/${given.company}`,
      'empresas?pagination=false',
      'empresas/csv',
      `service-invoices/emissor/${given.company}`,
      'integration-queues?pagination=false',
      'historico?per_page=100',
    ])
      told.push((await world.call('superAdmin', 'GET', path)).text)
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
      world.db,
    )
    for (const { name } of tables) {
      const { rows } = await sql`select t::text as row from ${sql.table(name)} t`.execute(world.db)
      told.push(JSON.stringify(rows))
    }
    const all = told.join('\n')
    expect(all.length).toBeGreaterThan(10_000)
    const secrets = [
      own.password,
      own.pfx.toString('base64').slice(0, 60),
      own.key.split('\n')[3] ?? '',
      'BEGIN RSA',
      'BEGIN PRIVATE',
    ]
    expect(secrets.filter(secret => all.includes(secret))).toEqual([])
  })

  test('who may renew a certificate is told once as its end draws near, and once as it is past', async () => {
    await certify(own.pfx, own.password)
    const now = new Date()
    const { day } = dayIn(now)
    const endsIn = (days: number) =>
      sql`
      update issuer_credentials set valid_until = ${`${dayAfter(day, days)}T15:00:00Z`}::timestamptz where empresa_id = ${given.company}`.execute(
        world.db,
      )
    const told = async () =>
      (
        await sql<{ user_id: number; title: string }>`
          select user_id, title from notices where kind = 'certificado-vence' order by user_id`.execute(world.db)
      ).rows
    await endsIn(31)
    expect(await tellCertificates(world.house, now)).toBe(0)
    await endsIn(30)
    expect(await tellCertificates(world.house, now)).toBe(1)
    expect(await tellCertificates(world.house, now)).toBe(0)
    const near = await told()
    const { rows } = await sql<{ id: number }>`
      select u.id from users u join profiles p on p.id = u.profile_id
      where u.active and p.active and (p.is_admin or p.allow_routes::jsonb ? 'empresas.certificado') and p.audience = 'equipe'
        and coalesce(u.empresa_id, ${given.company}) = ${given.company} order by u.id`.execute(world.db)
    expect(near.map(({ user_id }) => user_id)).toEqual(rows.map(({ id }) => id))
    expect(near.map(({ user_id }) => user_id)).toContain(world.people.superAdmin)
    for (const who of ['staffB', 'clientA', 'inactive'] as const)
      expect(near.map(({ user_id }) => user_id)).not.toContain(world.people[who])
    expect(near[0]?.title).toContain('vence em')
    await endsIn(-2)
    await sql`update notices set updated_at = now() - interval '3 days' where kind = 'certificado-vence'`.execute(
      world.db,
    )
    expect(await tellCertificates(world.house, now)).toBe(1)
    expect(await tellCertificates(world.house, now)).toBe(0)
    expect((await told()).map(({ title }) => title.includes('venceu em'))).toEqual(near.map(() => true))
  })
})
