import { uf as stateOf, type Uf } from '#kernel/brasil.ts'
import { join } from '#kernel/text.ts'
import {
  filledLineOf,
  isValues,
  type Existing,
  type Given,
  type GivenRow,
} from '#features/platform/imports/section/decide.ts'
import type { ImportNotice, ImportProblem, ImportSection } from '#features/platform/imports/section/section.ts'
import { readRegistration } from '#parts/registration/registration.server.ts'

/** A row beside the record it is about: what it gives then, and what is to be known of that. */
export interface CompletedRow {
  readonly given: GivenRow
  readonly problems: readonly ImportProblem[]
  readonly remarks: readonly ImportNotice[]
}

/**
 * What a row gives beside the record it is about. The name that was made for it is a new record's alone, and codes are judged
 * by the state of the row, or else of the record.
 */
export function completedRow(section: ImportSection, given: GivenRow, existing: Existing | null): CompletedRow {
  const found: Record<string, Given> = { ...given }
  const problems: ImportProblem[] = []
  const remarks: ImportNotice[] = []
  const name = section.unkeyed?.column
  const made = name === undefined ? undefined : found[name]
  if (name !== undefined && made?.made) {
    if (existing) delete found[name]
    else
      remarks.push({ column: name, value: '', rule: 'mudou', message: `Sem nome no arquivo: chama-se “${made.said}”.` })
  }
  const state = stateIn(section, given, existing)
  for (const { key, field, registration } of section.columns) {
    const cell = found[key]
    if (!cell || !state) continue
    const about = { column: key, value: cell.said }
    if (registration && existing?.[key] !== cell.value) {
      const read = registrationIn(cell.said, state)
      if ('number' in read) found[key] = { ...cell, value: read.number, said: read.number }
      if ('remark' in read) remarks.push({ ...about, ...read.remark })
      if ('problem' in read) problems.push({ ...about, ...read.problem })
    }
    if (field.options.format === 'zipcode' && cell.zeros && state !== 'SP')
      problems.push({
        ...about,
        rule: 'duvida',
        message: `O CEP veio com 7 algarismos. Com um zero na frente é de São Paulo, e a linha é de ${state}. Confira o CEP.`,
      })
  }
  return { given: found, problems, remarks }
}

/** The state a row says beside its municipality, that of the municipality, or that of the record's own address. */
function stateIn(section: ImportSection, given: GivenRow, existing: Existing | null): Uf | null {
  const city = section.columns.find(({ field }) => field.kind === 'ref' && field.options.to === 'cities')?.key
  const aid = section.columns.find(({ aids }) => aids !== undefined && aids === city)?.key
  const line = existing ? filledLineOf(section, existing) : undefined
  const ownCity = isValues(line?.city) ? String(line.city.name ?? '') : ''
  const texts = [(city && given[city]?.said) ?? '', (aid && given[aid]?.said) ?? '', ownCity]
  for (const text of texts) {
    const found = stateOf(text.split('/').at(-1) ?? '')
    if (found) return found
  }
  return null
}

/** What an inscrição estadual is beside its state, with the remark or the problem that comes of it. */
function registrationIn(
  text: string,
  state: Uf,
):
  | { readonly number: string; readonly remark: Omit<ImportNotice, 'column' | 'value'> }
  | { readonly remark: Omit<ImportNotice, 'column' | 'value'> }
  | { readonly problem: Omit<ImportProblem, 'column' | 'value'> }
  | { readonly none: true } {
  const digits = text.replace(/[\s./-]/g, '')
  const read = readRegistration(digits, state)
  if (read.kind === 'certa') return { none: true }
  if (read.kind === 'zeros') {
    const message = `Faltavam zeros à esquerda: ${text} entra como ${read.number}, com os algarismos de uma inscrição de ${state}.`
    return { number: read.number, remark: { rule: 'mudou', message } }
  }
  if (read.kind === 'digitos')
    return {
      remark: { rule: 'aviso', message: `Os dígitos verificadores não conferem com os de ${state}. Entra como está.` },
    }
  const message = `Uma inscrição de ${state} tem ${join(read.lengths.map(String), 'ou')} algarismos, e esta tem ${digits.length}. Confira o número e o estado.`
  return { problem: { rule: 'duvida', message, ...(read.among.length && { among: read.among }) } }
}
