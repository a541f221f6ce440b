import { readFileSync } from 'node:fs'

/** An installation has set what cannot be used: its start ends with code 78, for to repeat it changes nothing. */
export class WrongSettings extends Error {}
export const wrongSettingsCode = 78

type Env = Readonly<Record<string, string | undefined>>

/** The environment with the secrets that are named by a file, `DATABASE_URL_FILE` say, read from it. */
export function readSecrets(env: Env, names: readonly string[]): { readonly values: Env; readonly wrong: string[] } {
  const wrong: string[] = []
  const read = names.flatMap(name => {
    const file = env[`${name}_FILE`]?.trim()
    if (!file) return []
    if (env[name]?.trim()) wrong.push(`${name} e ${name}_FILE dizem a mesma coisa: informe só um`)
    try {
      const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
      if (!text.trim()) wrong.push(`${name}_FILE aponta para um arquivo vazio (recebido: ${JSON.stringify(file)})`)
      return [[name, text] as const]
    } catch {
      wrong.push(`${name}_FILE aponta para um arquivo que não se consegue ler (recebido: ${JSON.stringify(file)})`)
      return []
    }
  })
  return { values: { ...env, ...Object.fromEntries(read) }, wrong }
}

/** Names that are not settings and nearly are, each with the setting it must mean; what is given under both is left alone. */
export function strangers(env: Env, names: readonly string[]): readonly string[] {
  const known = new Set(names.flatMap(name => [name, `${name}_FILE`]))
  return Object.keys(env).flatMap(given => {
    if (known.has(given)) return []
    const meant = names.find(name => env[name] === undefined && isNear(given, name))
    return meant ? [`${given} não é uma configuração: você quis dizer ${meant}?`] : []
  })
}

/** Short names are a letter apart from half of any environment: those are never guessed at. */
const isNear = (given: string, name: string) => name.length >= 7 && isOneSlip(given, name)

/** A letter put in, left out, changed, or swapped with its neighbour. */
function isOneSlip(one: string, other: string): boolean {
  let i = 0
  while (i < one.length && one[i] === other[i]) i++
  const [left, right] = [one.slice(i), other.slice(i)]
  const isSwap = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
  return isSwap || left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)
}
