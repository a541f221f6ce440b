import { cnpj as readCnpj } from '#kernel/brasil.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { showDate } from '#kernel/show.ts'
import { slugOf } from '#kernel/text.ts'
import {
  economicLayoutAt,
  indicatorNames,
  indicators,
  type EconomicService,
} from '#features/regulatory/anatel/economic-layout.ts'
import { quartersOf, type Semester } from '#parts/period/semester.ts'
import type { Figures } from '#features/regulatory/anatel/economic-layout.ts'

const bom = '\ufeff'
const end = '\r\n'

/** Reais or MB with a comma, two decimals and no thousands: 1234.5 → '1234,50'. */
export const writeValue = (value: number) => value.toFixed(2).replace('.', ',')

interface EconomicFile extends Semester {
  /** As stored: 14 characters, no punctuation. */
  readonly cnpj: string
  /** What the column CN says; '' leaves it empty. */
  readonly cn: string
  readonly figures: readonly Figures[]
}

/**
 * The economic-financial file of a semester, in the monthly files' envelope: three rows per service, state and quarter.
 * Throws a 409 or a 422 that says what cannot be written. What is returned has been read again and found equal.
 */
export function writeEconomic(file: EconomicFile) {
  const { cnpj, cn, figures } = file
  if (readCnpj(cnpj) !== cnpj)
    throw invalid({ client: 'O CNPJ do cliente não confere. Corrija o cadastro e gere de novo.' })
  if (!figures.length) throw problem('conflict', 'Nenhuma coleta pronta deste semestre tem financeiro.')
  const quarters = quartersOf(file)
  const layouts = quarters.map(({ lastDay }) => economicLayoutAt(lastDay.slice(0, 7)))
  const [layout] = layouts
  if (!layout || layouts.some(each => each !== layout))
    throw problem('conflict', 'O layout econômico-financeiro deste semestre não é gerado aqui.')
  const rows = quarters.flatMap(({ quarter, lastDay }) =>
    figures
      .filter(each => each.quarter === quarter)
      .flatMap(each =>
        indicatorNames.map(name => [
          cn,
          indicators[name].name,
          each.service,
          each.state,
          writeValue(each[name]),
          cnpj,
          showDate(lastDay),
        ]),
      ),
  )
  const text = bom + [layout.header, ...rows].map(cells => cells.join(';') + end).join('')
  proveEqual(text, file)
  return {
    bytes: new TextEncoder().encode(text),
    rows: rows.length,
    warnings: layout.confirmed ? [] : ['Layout não confirmado pela Anatel: confira CN e CNPJ antes de enviar.'],
  }
}

/** 'REL_ECON_provedor-exemplo_2026_SEM1.csv', as those who file are used to. */
export const economicFileName = ({ year, semester }: Semester, client: string) =>
  `REL_ECON_${slugOf(client).slice(0, 80) || 'cliente'}_${year}_SEM${semester}.csv`

/** The figures of a file in the layout of today, in its order. Throws on what is not one of ours. */
export function readEconomic(text: string): readonly Figures[] {
  const [header, ...lines] = text.replace(bom, '').trimEnd().split(end)
  const columns = header?.split(';') ?? []
  const at = (name: string) => columns.indexOf(name)
  const found = new Map<string, Record<string, number>>()
  for (const line of lines) {
    const cells = line.split(';')
    const cell = (name: string) => cells[at(name)] ?? ''
    const quarter = Number(cell('DATA').slice(3, 5)) / 3
    const key = `${quarter};${cell('SERVICO')};${cell('UNIDADE_DA_FEDERACAO_UF')}`
    const name = indicatorNames.find(each => indicators[each].name === cell('DADO_INFORMADO'))
    if (!name) throw new Error(`${line} tells no known figure`)
    found.set(key, { ...found.get(key), [name]: Number(cell('VALORES').replace(',', '.')) })
  }
  return [...found].map(([key, { rol = NaN, capex = NaN, traffic = NaN }]) => {
    const [quarter, service = '', state = ''] = key.split(';')
    return { quarter: Number(quarter), service: serviceOf(service), state, rol, capex, traffic }
  })
}
function serviceOf(text: string): EconomicService {
  if (text === 'SCM' || text === 'SeAC') return text
  throw new Error(`${text} is no service of the file`)
}

function proveEqual(text: string, { figures }: EconomicFile) {
  const key = ({ quarter, service, state, rol, capex, traffic }: Figures) =>
    [quarter, service, state, rol, capex, traffic].join(';')
  const back = new Set(readEconomic(text).map(key))
  // Half a cent is nobody's: sums are made in whole ones.
  if (back.size !== figures.length || figures.some(each => !back.has(key(each))))
    throw new Error('The written economic file does not read back as what was written')
}
