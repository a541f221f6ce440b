import { showDecimal, showInteger } from '#kernel/show.ts'
import type { CountChange } from '#features/regulatory/collects/compare/schema.ts'
import { apart, byDistance, pair } from '#features/regulatory/collects/compare/compare.ts'
import type { AccessGroup } from '#features/regulatory/anatel/access-file.ts'
import type { Difference } from '#features/regulatory/collects/files/schema.ts'
import { plural } from '#features/regulatory/collects/coleta/said.ts'

const kindOf = ({
  tipo_cliente,
  tipo_atendimento,
  tipo_meio,
  tipo_produto,
  tipo_tecnologia,
  velocidade,
}: AccessGroup) =>
  [
    tipo_cliente,
    tipo_atendimento,
    tipo_meio,
    tipo_produto,
    tipo_tecnologia,
    velocidade && `${showDecimal(velocidade)} Mbps`,
  ]
    .filter(Boolean)
    .join(' · ')

const total = (groups: readonly AccessGroup[], nameOf: (group: AccessGroup) => string) => {
  const found = new Map<string, number>()
  for (const group of groups) found.set(nameOf(group), (found.get(nameOf(group)) ?? 0) + group.acessos)
  return found
}
const isChanged = ({ before, after }: CountChange) => before !== after

/** Compares two versions record by record; `placeOf` names a municipality by its IBGE code. */
export function differ(
  before: readonly AccessGroup[],
  after: readonly AccessGroup[],
  placeOf: (ibge: number) => string,
): Difference {
  const sides = [before, after] as const
  const sum = (groups: readonly AccessGroup[]) => groups.reduce((all, { acessos }) => all + acessos, 0)
  return {
    accesses: { name: 'Acessos', before: sum(before), after: sum(after) },
    places: pair(sides.map(groups => total(groups, ({ cod_ibge }) => placeOf(cod_ibge))))
      .filter(isChanged)
      .toSorted(byDistance),
    groups: pair(sides.map(groups => total(groups, each => [placeOf(each.cod_ibge), kindOf(each)].join(apart))))
      .filter(isChanged)
      .toSorted(byDistance)
      .map(({ name, ...counts }) => {
        const [place = '', kind = ''] = name.split(apart)
        return { place, name: kind, ...counts }
      }),
  }
}

/** '1 registro novo, 2 mudaram; de 250 a 260 acessos.' */
export function differenceInWords({ accesses, groups }: Difference): string {
  if (!groups.length) return 'Nenhum registro mudou.'
  const fresh = groups.filter(({ before }) => before === 0).length
  const gone = groups.filter(({ after }) => after === 0).length
  const moved = groups.length - fresh - gone
  const parts = [
    ...(fresh ? [plural(fresh, 'registro novo', 'registros novos')] : []),
    ...(gone ? [plural(gone, 'saiu', 'saíram')] : []),
    ...(moved ? [plural(moved, 'mudou', 'mudaram')] : []),
  ]
  const { before, after } = accesses
  const sum =
    before === after
      ? `${showInteger(after)} acessos, como antes`
      : `de ${showInteger(before)} a ${showInteger(after)} acessos`
  return `${parts.join(', ')}; ${sum}.`
}
