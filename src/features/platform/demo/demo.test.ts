import { expect, test } from 'vitest'
import { cnpj, fistel, hasLetters, readPhone, zipcode } from '#kernel/brasil.ts'
import { municipalities } from '#features/network/cities/municipalities.server.ts'
import { chance } from '#features/platform/demo/chance.ts'
import { coletasOf, monthCount, stories } from '#features/platform/demo/months.ts'
import { birthday, people } from '#features/platform/demo/people.ts'
import { providers, young } from '#features/platform/demo/providers.ts'
import { carerOf, nextWeek } from '#features/platform/demo/team.ts'
import { regions } from '#features/platform/demo/regions.ts'

const last = { year: 2026, month: 10 }
const all = providers(last)
const accessesOf = (index: number) =>
  coletasOf(all[index]!, last).map(({ locations }) =>
    locations.flatMap(({ accesses }) => accesses).reduce((sum, { amount }) => sum + amount, 0),
  )

test('the same seed draws the same numbers, inside what was asked', () => {
  const draw = (seed: number) => Array.from({ length: 50 }, () => 0).map(chanceOf(chance(seed)))
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
  expect(Math.min(...draw(7))).toBeGreaterThanOrEqual(3)
  expect(Math.max(...draw(7))).toBeLessThanOrEqual(9)
})
const chanceOf = (luck: ReturnType<typeof chance>) => () => luck.whole(3, 9)

test('the same months tell the same story', () => {
  const story = () => providers(last).map(provider => [provider, coletasOf(provider, last)])
  expect(story()).toEqual(story())
  expect(story()).not.toEqual(providers({ year: 2026, month: 9 }).map(each => [each, coletasOf(each, last)]))
})

test('every town is one of IBGE’s, under its own name and state', () => {
  const known = new Map(municipalities().map(({ ibge, name, uf }) => [ibge, `${name}/${uf}`]))
  const towns = Object.values(regions).flatMap(region => region.towns)
  expect(towns.map(({ ibge }) => known.get(ibge))).toEqual(towns.map(({ name, uf }) => `${name}/${uf}`))
})

test('documents, fistels, phones and CEPs pass the checks people’s own do, and none repeats', () => {
  expect(all).toHaveLength(40)
  expect(all.filter(({ document }) => cnpj(document) !== document)).toEqual([])
  expect(all.filter(({ document }) => hasLetters(document))).toHaveLength(4)
  const fistels = all.flatMap(provider => provider.fistels.map(each => each.fistel))
  expect(fistels.filter(each => fistel(each) !== each)).toEqual([])
  const phones = all.flatMap(provider => [provider.phone, ...provider.phones.map(each => each.phone)])
  expect(phones.filter(each => readPhone(each) !== each)).toEqual([])
  const zips = all.flatMap(provider => provider.addresses.map(each => each.zipcode))
  expect(zips.filter(each => zipcode(each) !== each)).toEqual([])
  expect(new Set([...all.map(({ document }) => document), ...fistels]).size).toBe(all.length + fistels.length)
})

test('the months end with the last one, and the anomalies are where the stories say', () => {
  const first = coletasOf(all[0]!, last)
  expect(first).toHaveLength(monthCount)
  expect(first.at(-1)).toMatchObject({ ...last, done: false })
  expect(first[0]).toMatchObject({ year: 2025, month: 9, done: true })

  const healthy = accessesOf(0)
  expect(healthy.at(-1)! / healthy[0]!).toBeGreaterThan(1.03)
  const dropped = accessesOf(stories.drop.who)
  expect(dropped[11]! / dropped[10]!).toBeLessThan(0.5)
  const tenfold = accessesOf(stories.tenfold.who)
  expect(tenfold[13]! / tenfold[12]!).toBeGreaterThan(8)
  const [before, after] = coletasOf(all[stories.vanished.who]!, last).slice(-2)
  expect(before!.locations.length - after!.locations.length).toBe(1)
  for (const [who, months] of stories.gaps) {
    const waits = stories.waiting.has(who) ? 1 : 0
    expect(coletasOf(all[who]!, last)).toHaveLength(monthCount - months.length - waits)
  }
})

test('once the last day is past all but a few are in, and those few are the same', () => {
  const behind = all.filter(({ active }) => active).filter(provider => !coletasOf(provider, last, true).at(-1)?.done)
  const missing = all
    .filter(({ active }) => active)
    .filter(each => coletasOf(each, last, true).at(-1)?.month !== last.month)
  expect(behind.length).toBeLessThanOrEqual(all.length / 8)
  expect(missing.length).toBeLessThanOrEqual(all.length / 16)
  for (const { index } of [...behind, ...missing]) expect(stories.laggards).toContain(index)
})

test('a speed in Kbps and towns served by radio alone are where the stories say', () => {
  const speeds = coletasOf(all[stories.kbps.who]!, last).map(({ locations }) =>
    Math.max(...locations.flatMap(({ accesses }) => accesses.map(({ speed }) => speed))),
  )
  expect(speeds.slice(-2)).toEqual([1_000, stories.kbps.speed * 1_000])
  const [first, ...others] = coletasOf(all[stories.radio.who]!, last)[0]!.locations.map(
    ({ accesses }) => new Set(accesses.map(({ middle }) => middle)),
  )
  expect(first).toEqual(new Set(['fibra']))
  expect(others).toEqual([new Set(['radio']), new Set(['radio'])])
})

test('January loses accesses and fills the network; March wins them back', () => {
  const steady = [0, 5, 12, 17, 25, 34].map(index => coletasOf(all[index]!, last))
  const inMonth = (month: number) => {
    const there = steady.flatMap(each => each.filter(each => each.month === month).slice(-1))
    const accesses = there.flatMap(({ locations }) => locations.flatMap(each => each.accesses))
    const traffic = there.flatMap(({ finances }) => finances).reduce((sum, each) => sum + each.download_traffic, 0)
    const count = accesses.reduce((sum, { amount }) => sum + amount, 0)
    return { count, each: traffic / count }
  }
  expect(inMonth(1).count).toBeLessThan(inMonth(12).count)
  expect(inMonth(3).count).toBeGreaterThan(inMonth(2).count)
  expect(inMonth(1).each).toBeGreaterThan(inMonth(4).each)
})

test('who has letters in the CNPJ opened after they existed, and reports from the next month on', () => {
  for (const index of young) {
    expect(all[index]!.opened > '2026-07-01').toBe(true)
    expect(coletasOf(all[index]!, last).map(({ month }) => month)).toEqual([8, 9, 10])
  }
})

test('a provider in two states says what it earned in each', () => {
  const [coleta] = coletasOf(all[0]!, last)
  expect(coleta?.finances.map(({ state }) => state)).toEqual(['SP', 'MG'])
})

test('birthdays return as many days ahead as was asked', () => {
  expect(birthday('2026-11-20', 12, 1994)).toBe('1994-12-02')
  expect(birthday('2028-02-27', 2, 1990)).toBe('1990-02-28')
})

test('the clients are split among the people of their company, some are nobody’s yet, and a week off begins on a Monday', () => {
  const split = all.filter(({ active }) => active).map(provider => ({ provider, carer: carerOf(provider) }))
  const companyOf = (place: number) => people[place]?.empresa
  for (const { provider, carer } of split)
    expect(carer === null || [null, provider.empresa].includes(companyOf(carer) ?? null)).toBe(true)
  const each = new Set(split.map(({ carer }) => carer))
  expect(each.size).toBe(6)
  expect(split.filter(({ carer }) => carer === null).length).toBeLessThan(5)
  expect(nextWeek('2026-11-25')).toEqual({ since: '2026-11-30', until: '2026-12-06' })
  expect(nextWeek('2026-11-30')).toEqual({ since: '2026-12-07', until: '2026-12-13' })
})
