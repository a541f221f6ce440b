import { capital } from '#kernel/text.ts'
import { meanings } from '#features/regulatory/anatel/layouts.ts'
import type { CellRule } from '#features/regulatory/anatel/cells.ts'
import type { Findings } from '#features/regulatory/collects/intake/intake.ts'

const titles: Readonly<Record<CellRule, string>> = {
  columns: 'Colunas que não se separam',
  required: 'Vazio',
  cnpj: 'CNPJ que não confere',
  'other-cnpj': 'CNPJ de outra empresa',
  year: 'Ano que não se lê',
  month: 'Mês que não se lê',
  'other-period': 'De outro mês',
  ibge: 'Código do IBGE incompleto ou inexistente',
  place: 'Município que não se reconheceu',
  uf: 'Estado que não confere',
  token: 'Fora da tabela da Anatel',
  speed: 'Velocidade que não se lê',
  'speed-dot': 'Velocidade com ponto',
  'speed-thousands': 'Velocidade que se lê de dois modos',
  'speed-zero': 'Velocidade zero',
  'speed-kbps': 'Velocidade que parece em Kbps',
  accesses: 'Quantidade que não se lê',
  'accesses-zero': 'Zero acessos',
  pairing: 'Tecnologia rara neste meio',
}

/** What the sure cure of a rule does. */
export const cures: Readonly<Partial<Record<CellRule, string>>> = {
  'speed-dot': 'Trocar ponto por vírgula',
  ibge: 'Completar o código',
  accesses: 'Tirar pontos e decimais',
  uf: 'Pôr o estado do município',
}

/** 'Velocidade com ponto', 'Vazio: município', 'Município: achado pelo nome'. */
export function ruleTitle({ rule, column, why }: Findings): string {
  const about = column ? meanings[column] : null
  if (rule === 'required' || rule === 'token') return about ? `${titles[rule]}: ${about.toLowerCase()}` : titles[rule]
  if (rule) return titles[rule]
  return about ? `${about}: ${why}` : capital(why ?? '')
}

/** Rules of which some row has one sure cure. */
export const rulesSure = (findings: readonly Findings[]): readonly CellRule[] => [
  ...new Set(findings.flatMap(({ rule, sure }) => (rule && sure > 0 ? [rule] : []))),
]
