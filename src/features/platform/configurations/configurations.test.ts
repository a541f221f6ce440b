import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachMeta, sentMeta, type Meta } from '#kernel/meta.ts'
import { declaredSettings, fieldOfSetting } from '#features/platform/configurations/own.ts'
import { placedMetas } from '#parts/custom-field/points.server.ts'
import { wrongSetting, type OfficeSetting } from '#parts/setting/setting.ts'
import { dataOf, openWorld, rowsOf, type World } from '#test/support/world.ts'

const none = () => undefined
/** Texts outside the limits of a setting: none where it has no limit. */
function outside({ least, most, options, type, judge }: OfficeSetting): readonly string[] {
  if (options) return ['outra coisa']
  if (type === 'date') return ['2026-02-30']
  if (least !== undefined && most !== undefined) return [`${least - 1}`, `${most + 1}`, `${least}.5`, '0x9']
  return judge ? ['abc'] : []
}
const limited = declaredSettings.flatMap(setting => outside(setting).map(text => [setting.key, text, setting] as const))

test('every declared number, choice and date has a limit, and begins within it', () => {
  for (const setting of declaredSettings)
    expect([setting.key, wrongSetting(setting, setting.start, none)]).toEqual([setting.key, null])
  const measured = declaredSettings.filter(({ type }) => ['number', 'select', 'date'].includes(type))
  expect(measured.filter(setting => !outside(setting).length)).toEqual([])
  expect(limited.length).toBeGreaterThan(20)
})

test.each(limited)('%s refuses %s', (_, text, setting) => {
  expect(wrongSetting(setting, text, none)).toEqual(expect.stringMatching(/\.$/))
})

describe('a setting is judged by its own reader', () => {
  let world: World
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  const read = async (path: string, search: string) => {
    const [row] = rowsOf(await world.call('superAdmin', 'GET', `${path}?search=${search}`))
    const whole = dataOf(await world.call('superAdmin', 'GET', `${path}/${row?.id}`))
    return { id: whole.id, metas: [whole.metas_only_father].flat() as readonly Meta[] }
  }
  const filled = (metas: readonly Meta[], texts: Readonly<Record<string, string>>): readonly Meta[] =>
    metas.map(meta => ({
      ...sentMeta(meta),
      value: texts[meta.internal_key ?? ''] ?? meta.value ?? null,
      fields: filled(meta.fields ?? [], texts),
    }))
  const save = (path: string, id: unknown, metas: readonly Meta[]) =>
    world.call('superAdmin', 'PUT', `${path}/${id}`, { body: { metas_only_father: metas } })

  test.each(limited)('%s as %s is refused at its field, when saved and when made', async (key, text, setting) => {
    const path = key === 'horas-resposta' ? 'module-configurations' : 'configurations'
    const rows = rowsOf(await world.call('superAdmin', 'GET', path))
    for (const { id } of rows) {
      const whole = dataOf(await world.call('superAdmin', 'GET', `${path}/${id}`))
      const metas = filled([whole.metas_only_father].flat() as readonly Meta[], { [key]: text })
      const own = placedMetas(metas, 'metas_only_father').find(({ meta }) => meta.internal_key === key)
      if (!own) continue
      const { status, body } = await save(path, id, metas)
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [`${own.at}.value`]])
    }
    // Under another type the text is none that the type refuses: its reader does.
    const module = path === 'configurations' ? {} : { module_id: world.target('module-tickets', 'A1')?.id }
    const field = { ...fieldOfSetting({ ...setting, type: 'text' }), value: text }
    const body = { name: 'Outra', ...module, metas_only_father: [field] }
    expect(await world.call('superAdmin', 'POST', path, { body })).toMatchObject({ status: 422 })
  })

  test('the working day ends after it begins, and is saved where it does', async () => {
    const { id, metas } = await read('configurations', 'Expediente')
    const from20 = filled(metas, { 'expediente-inicio': '20', 'expediente-fim': '8' })
    const refused = await save('configurations', id, from20)
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([
      422,
      ['metas_only_father.0.value', 'metas_only_father.1.value'],
    ])
    const alone = filled(metas, { 'expediente-inicio': '18', 'expediente-fim': '' })
    expect((await save('configurations', id, alone)).status, 'against the usual end').toBe(422)
    const early = filled(metas, { 'expediente-inicio': '7', 'expediente-fim': '17' })
    expect((await save('configurations', id, early)).status).toBe(200)
  })

  test('a ruler that can be read is saved', async () => {
    const { id, metas } = await read('configurations', 'Cobran%C3%A7a')
    expect((await save('configurations', id, filled(metas, { 'regua-cobranca': '-10, 0, 3, +7' }))).status).toBe(200)
    const stored = await read('configurations', 'Cobran%C3%A7a')
    expect(eachMeta(stored.metas).map(({ value }) => value)).toContain('-10, 0, 3, +7')
  })
})
