import type { Field, Kind } from '#kernel/field.ts'
import { formats } from '#kernel/format.ts'
import { showDate, showDecimal, showInstant, showInteger, showMoney, showPercent } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import { linesIn } from '#features/history/lines.ts'

/** The name of a row a reference points to; its number where it has no name of its own. */
export type NameOf = (path: string, id: number) => string

const number = (show: (value: number) => string) => (value: unknown) => show(Number(value))

const shown = {
  text: (value, { options: { format } }) => (format ? formats[format].show(String(value)) : String(value)),
  longtext: String,
  richtext: value =>
    String(value)
      .replace(/<[^<>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  integer: (value, { options: { plain } }) => (plain ? String(value) : showInteger(Number(value))),
  decimal: number(value => showDecimal(value)),
  money: number(showMoney),
  percent: number(showPercent),
  flag: value => (value ? 'Sim' : 'Não'),
  date: value => showDate(String(value)),
  instant: value => showInstant(String(value)),
  choice: (value, { options }) => options.choices?.[String(value)] ?? String(value),
  ref: (value, { options: { to = '' } }, nameOf) => nameOf(to, Number(value)),
  words: value => (Array.isArray(value) ? join(value.map(String)) : ''),
  metas: value => (Array.isArray(value) ? `${value.length} ${value.length === 1 ? 'campo' : 'campos'}` : ''),
  many: value => {
    const n = linesIn(value).length
    return n === 1 ? '1 linha' : `${n} linhas`
  },
} satisfies Record<Kind, (value: unknown, field: Field, nameOf: NameOf) => string>

/** A value as people read it; null where there was none. */
export const sayValue = (field: Field, value: unknown, nameOf: NameOf): string | null =>
  value === null || value === undefined || value === '' ? null : shown[field.kind](value, field, nameOf)

/** What happened to the lines of a row: '2 linhas novas e 1 retirada'. */
export function saidLines(before: unknown, after: unknown): string {
  const [was, is] = [linesIn(before), linesIn(after)]
  const known = new Map(was.map(line => [line.id, line]))
  const stayed = is.filter(({ id }) => id !== undefined && known.has(id))
  const changed = stayed.filter(line =>
    Object.entries(line).some(([key, value]) => JSON.stringify(known.get(line.id)?.[key]) !== JSON.stringify(value)),
  ).length
  const gone = was.length - stayed.length
  const fresh = is.length - stayed.length
  const parts = [
    ...(fresh ? [`${fresh} ${fresh === 1 ? 'linha nova' : 'linhas novas'}`] : []),
    ...(gone ? [`${gone} ${gone === 1 ? 'linha retirada' : 'linhas retiradas'}`] : []),
    ...(changed ? [`${changed} ${changed === 1 ? 'linha mudada' : 'linhas mudadas'}`] : []),
  ]
  return join(parts) || 'Linhas reordenadas'
}

/** What history calls the end of a row. */
export const deletion = 'Exclusão'
const events: Readonly<Record<string, string>> = {
  store: 'Registro criado',
  update: 'Alteração',
  destroy: deletion,
  enable: 'Reativação',
  disable: 'Inativação',
  restaurar: 'Restauração',
  esquecer: 'Esquecimento, passado o prazo',
  'manutencao.executar': 'Rotina executada a pedido',
  reconhecer: 'Avisos reconhecidos',
  enviar: 'Envio à Anatel',
  gerar: 'Arquivos gerados',
  'desfazer-envio': 'Envio desfeito',
  protocolo: 'Protocolo registrado',
  'infrastructure-filings.retificar': 'Retificação aberta',
  erro: 'Erro da Anatel',
  'dados-pessoais': 'Dados pessoais baixados',
  login: 'Entrada',
  'login-refused': 'Entrada recusada',
  logout: 'Saída',
  'password-recovery': 'Pedido de nova senha',
  'reset-password': 'Senha escolhida pelo link',
  'users.me.empresa': 'Troca da empresa em visualização',
  'users.me.sessions.destroy': 'Sessão encerrada',
  'ver-como': 'Visto como o cliente',
  'tickets.mesclar': 'Mesclado em outro chamado',
  'tickets.separar': 'Separado do outro chamado',
  'tickets.dividir': 'Separado deste chamado',
  'ticket-messages.dividir': 'Levada a outro chamado',
  'tickets.macro': 'Macro aplicada',
  'sair-da-visao': 'Fim da visão do cliente',
}
/** 'clients.update' → 'Alteração'; an action is told by its label. */
export const saidEvent = (event: string, labels: Readonly<Record<string, { readonly label: string }>> = {}) => {
  const verb = event.split('.').at(-1) ?? ''
  return events[event] ?? events[verb] ?? labels[verb]?.label ?? event
}
