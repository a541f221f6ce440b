import { uf, ufOfCity, type Uf } from '#kernel/brasil.ts'
import { foldText } from '#kernel/text.ts'

export const stateNames = {
  AC: 'Acre',
  AL: 'Alagoas',
  AM: 'Amazonas',
  AP: 'Amapá',
  BA: 'Bahia',
  CE: 'Ceará',
  DF: 'Distrito Federal',
  ES: 'Espírito Santo',
  GO: 'Goiás',
  MA: 'Maranhão',
  MG: 'Minas Gerais',
  MS: 'Mato Grosso do Sul',
  MT: 'Mato Grosso',
  PA: 'Pará',
  PB: 'Paraíba',
  PE: 'Pernambuco',
  PI: 'Piauí',
  PR: 'Paraná',
  RJ: 'Rio de Janeiro',
  RN: 'Rio Grande do Norte',
  RO: 'Rondônia',
  RR: 'Roraima',
  RS: 'Rio Grande do Sul',
  SC: 'Santa Catarina',
  SE: 'Sergipe',
  SP: 'São Paulo',
  TO: 'Tocantins',
} as const satisfies Record<Uf, string>

const names: Readonly<Record<string, string>> = stateNames
/** 'SP' → 'São Paulo'. */
export const stateName = (uf: unknown) => names[String(uf)] ?? String(uf ?? '')

/** Names without accents, the longest first: 'mato grosso do sul' has 'mato grosso' in it. */
const byName = Object.entries(stateNames)
  .map(([sigla, name]) => [foldText(name), sigla] as const)
  .toSorted(([one], [other]) => other.length - one.length)
const fillers = new Set(['estado', 'do', 'da', 'de', 'br', 'brasil', 'uf'])
/** Characters of a state at most, however it is written. */
const longest = 60

/**
 * The state a whole text is: by its letters, its name or IBGE's two digits, or several of them that agree ('Bahia (BA)',
 * 'BR-BA', '29'); null when it is none, or when it is two.
 */
export function readState(text: string): Uf | null {
  if (text.length > longest) return null
  let rest = ` ${foldText(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `
  for (const [name, sigla] of byName) rest = rest.replaceAll(` ${name} `, ` ${sigla} `)
  const words = rest.split(' ').filter(word => word && !fillers.has(word))
  const found = words.map(word => (/^\d\d$/.test(word) ? ufOfCity(Number(`${word}00000`)) : uf(word)))
  const [only] = found
  return only && found.every(each => each === only) ? only : null
}
