/** Lines under one municipality. */
const together = 16

/** As many lines of a coleta as wanted, as its form sends them; `idsOf` answers the ids of all rows of a section. */
export async function linesOf(lines: number, idsOf: (path: string) => Promise<readonly number[]>) {
  const cities = await idsOf('cities')
  const [client, attendance, middle, product, technology] = await Promise.all(
    ['client-types', 'attendance-types', 'attendance-middles', 'product-types', 'technology-types'].map(idsOf),
  )
  const at = (ids: readonly number[] | undefined, n: number) => ids?.[n % ids.length]
  return Array.from({ length: Math.ceil(lines / together) }, (_place, place) => ({
    city_id: at(cities, place * 7),
    accesses_ordered: Array.from({ length: Math.min(together, lines - place * together) }, (_line, n) => ({
      client_type_id: at(client, n),
      attendance_type_id: at(attendance, n),
      attendance_middle_id: at(middle, place + n),
      product_type_id: at(product, 0),
      technology_type_id: at(technology, n),
      speed: 50 * (n + 1),
      amount: 1 + ((place * 7 + n * 13) % 400),
    })),
  }))
}
