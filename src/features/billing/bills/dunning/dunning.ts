import { dayAfter, daysTo } from '#kernel/clock.ts'
import type { OfficeSetting } from '#parts/setting/setting.ts'

/** When clients are written to about a bill: days from the one it falls due on, and every so many after the last. */
export interface DunningRuler {
  readonly steps: readonly number[]
  readonly every: number | null
}

/** Days a step that nobody took is still taken: after a weekend, or a machine that was off. */
const grace = 6

/** '-10, 0, 3, +7' as it is written in *Configurações*; null where it is empty, 'wrong' where it says something else. */
export function readRuler(text: string | undefined): DunningRuler | null | 'wrong' {
  const words = (text ?? '')
    .replaceAll('−', '-')
    .split(/[\s,;]+/)
    .filter(Boolean)
  if (!words.length) return null
  const last = words.at(-1) ?? ''
  const every = /^\+([1-9]\d?)$/.exec(last)?.[1]
  const days = every === undefined ? words : words.slice(0, -1)
  if (!days.length || days.length > 20 || !days.every(word => /^-?\d{1,3}$/.test(word))) return 'wrong'
  return {
    steps: [...new Set(days.map(Number))].toSorted((a, b) => a - b),
    every: every === undefined ? null : Number(every),
  }
}

const wrongRuler = 'Use até 20 dias separados por vírgula, como -10, 0, 3, 7; com +7 no fim, repete a cada 7 dias.'
/** When clients are written to about a bill: days from the one it falls due on. */
export const dunningRuler = {
  key: 'regua-cobranca',
  label: 'Régua de cobrança (dias)',
  type: 'text',
  about:
    'Em que dias, contados do vencimento, o cliente recebe um e-mail sobre a conta em aberto: -10, 0, 3, 7, +7. Com o sinal de mais no fim, repete de tantos em tantos dias. Em branco, ninguém recebe.',
  width: 'col-12',
  judge: text => (readRuler(text) === 'wrong' ? wrongRuler : null),
} as const satisfies OfficeSetting

/** Whom a changed ruler writes to about bills that were open before. */
export const dunningPast = {
  key: 'regua-passado',
  label: 'Ao mudar a régua',
  type: 'select',
  options: ['só daqui em diante', 'também os avisos dos últimos dias'],
  start: 'só daqui em diante',
  about: `Um aviso que, na régua nova, já teria ido quando ela mudou não vai mais; ou vai, se o dia dele foi há no máximo ${grace} dias.`,
  width: 'col-6',
} as const satisfies OfficeSetting

/** Whether both texts say the same days. */
export const isSameRuler = (one: string | undefined, other: string | undefined) =>
  JSON.stringify(readRuler(one)) === JSON.stringify(readRuler(other))

/** The step whose day came last, while it is still worth taking; null when none is. */
export function stepOn({ steps, every }: DunningRuler, due: string, today: string): number | null {
  const days = -daysTo(due, today)
  const end = steps.at(-1) ?? 0
  const repeated = every !== null && days > end ? end + Math.floor((days - end) / every) * every : null
  const step = repeated ?? steps.findLast(each => each <= days) ?? null
  return step !== null && days - step <= grace ? step : null
}

/** The next step after a day, and the day it comes on. */
export function nextStep({ steps, every }: DunningRuler, due: string, today: string): string | null {
  const days = -daysTo(due, today)
  const end = steps.at(-1) ?? 0
  const step =
    steps.find(each => each > days) ?? (every === null ? null : end + (Math.floor((days - end) / every) + 1) * every)
  return step === null ? null : dayAfter(due, step)
}

/** '-10' → '10 dias antes'; '0' → 'no dia'; '3' → '3 dias depois'. */
export function dunningStepInWords(step: number): string {
  if (step === 0) return 'no dia do vencimento'
  const many = Math.abs(step) === 1 ? '1 dia' : `${Math.abs(step)} dias`
  return `${many} ${step < 0 ? 'antes' : 'depois'}`
}
