import { sql } from 'kysely'
import { pointIn, type Point } from '#kernel/coordinates.ts'
import type { UnitVerdict } from '#features/platform/imports/reading/unit.ts'
import type { Task } from '#features/platform/imports/reading/columns.server.ts'
import { filledLineOf, refused, type RowValues } from '#features/platform/imports/section/decide.ts'
import { isNowhere } from '#features/network/stations/placing.ts'
import { judgePlace } from '#parts/address/judge.server.ts'
import type { JudgedPlace } from '#parts/address/judged.ts'
import { openOutlines } from '#parts/address/outlines.server.ts'
import type { Ctx } from '#server/operation.ts'

interface ComingPlace {
  readonly at: Point
  readonly city: number | null
  readonly atSea: boolean
  readonly isVirtual: boolean
}
interface TownNames {
  readonly id: number
  readonly ibge: number
  readonly name: string
}

/** Rows whose place is in doubt are refused with what it may be: in a file of hundreds nobody looks at each. */
export async function withoutDoubts(
  { sql: db }: Ctx,
  { section }: Pick<Task, 'section'>,
  verdicts: readonly UnitVerdict[],
): Promise<UnitVerdict[]> {
  const coming = verdicts.map(({ decision: { draft }, existing }) => {
    const [line, before] = [filledLineOf(section, draft), existing ? filledLineOf(section, existing) : undefined]
    return line && isMoved(line, before) ? comingPlace(line, { ...existing, ...draft }) : null
  })
  const places = coming.filter(place => place !== null)
  if (!places.length) return [...verdicts]
  const outlines = await openOutlines()
  const ids = places.flatMap(({ city }) => city ?? [])
  const codes = places.flatMap(({ at }) => outlines.townAt(at) ?? [])
  const { rows: towns } = await sql<TownNames>`
    select id, ibge, label as name from cities where id = any(${ids}::bigint[]) or ibge = any(${codes}::integer[])`.execute(
    db,
  )
  return verdicts.map((verdict, at) => {
    const place = coming[at]
    if (!place) return verdict
    const town = towns.find(({ id }) => id === place.city)
    const judged = judgePlace(outlines, place.at, { ...place, ibge: town?.ibge ?? null })
    if (!judged.doubt) return verdict
    const found = towns.find(({ ibge }) => ibge === judged.town)
    const column = section.columns.find(({ field }) => field.options.axis === 'lat')?.key ?? null
    const message = sentenceOf(judged, town?.name, found?.name)
    return { ...verdict, decision: refused({ column, value: '', rule: 'lugar', message }) }
  })
}

const placeFields = ['lat', 'lng', 'city_id', 'in_ocean'] as const
const isMoved = (line: RowValues, before: RowValues | undefined) =>
  placeFields.some(name => (line[name] ?? null) !== (before?.[name] ?? null))

function comingPlace(line: RowValues, row: RowValues): ComingPlace | null {
  const at = pointIn(line)
  const type = typeof row.station_type === 'string' ? row.station_type : null
  const isVirtual = isNowhere({ station_type: type, is_virtual: row.is_virtual === true })
  return (
    at && { at, city: typeof line.city_id === 'number' ? line.city_id : null, atSea: line.in_ocean === true, isVirtual }
  )
}

function sentenceOf({ doubt, match }: JudgedPlace, chosen = '', found = ''): string {
  const why =
    match === 'fora' && found
      ? `As coordenadas ficam em ${found}, e não em ${chosen}. Corrija um dos dois.`
      : doubt?.said
  const among = doubt?.among.map(({ said }) => said) ?? []
  return [why, among.length ? `Pode ser ${among.join(' ou ')}.` : ''].filter(Boolean).join(' ')
}
