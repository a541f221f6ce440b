import { verbsOf, type AnyResource } from '#kernel/resource.ts'
import { capital, theOne } from '#kernel/text.ts'
import { eventInWords } from '#features/platform/history/words.ts'

/** What a person did, by the event of the history; of these, one of a section comes before one of all. */
const acts: Readonly<Record<string, string>> = {
  'tickets.store': 'abriu',
  'ticket-messages.store': 'escreveu',
  'ticket-uploads.store': 'anexou',
  'documents.store': 'guardou',
  'collects.store': 'abriu',
  'collect-notes.store': 'escreveu',
  'client-observations.store': 'escreveu',
  'station-notes.store': 'escreveu',
  'bill-payments.store': 'registrou',
  'obligations.store': 'marcou como feita',
  'obligations.destroy': 'reabriu',
  'client-tarefas.sincronizar': 'criou a partir de um modelo',
  store: 'criou',
  update: 'mudou',
  destroy: 'excluiu',
  enable: 'reativou',
  disable: 'inativou',
  restaurar: 'restaurou',
}
/** Verbs that actions begin with and whose past no ending gives. */
const irregular: Readonly<Record<string, string>> = {
  dar: 'deu',
  pedir: 'pediu',
  ler: 'leu',
  desfazer: 'desfez',
  refazer: 'refez',
  trazer: 'trouxe',
  pôr: 'pôs',
}
const endings = [
  [/ar$/, 'ou'],
  [/er$/, 'eu'],
  [/ir$/, 'iu'],
] as const

/** 'Reabrir' → 'reabriu', 'Dar baixa' → 'deu baixa'; null for what does not begin with a verb. */
export function pastOf(label: string): string | null {
  const [verb = '', ...rest] = label.toLowerCase().split(' ')
  const past =
    irregular[verb] ?? endings.flatMap(([ending, is]) => (ending.test(verb) ? [verb.replace(ending, is)] : []))[0]
  return past === undefined ? null : [past, ...rest].join(' ')
}

/** 'tickets.store' → 'abriu'. What needs its object apart ends in a colon: 'deu baixa:', 'registrou envio à Anatel:'. */
export function actInWords(event: string, { actions }: AnyResource): string {
  const verb = event.split('.').at(-1) ?? ''
  const known = acts[event] ?? acts[verb]
  if (known !== undefined) return known
  const label = actions?.[verb]?.label ?? eventInWords(event)
  const past = pastOf(label)
  if (past === null) return `registrou ${label.charAt(0).toLowerCase()}${label.slice(1)}:`
  return past.includes(' ') ? `${past}:` : past
}

/** 'o chamado'. */
export const thingInWords = ({ text }: AnyResource) => theOne(text)
export const kindInWords = ({ text }: AnyResource) => capital(text.many)
/** Rows of it have a screen. */
export const hasScreen = (resource: AnyResource) => verbsOf(resource).includes('show')
