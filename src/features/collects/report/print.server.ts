import * as z from 'zod'
import { isStaff } from '#kernel/access.ts'
import { maskDocument } from '#kernel/brasil.ts'
import { dayIn } from '#kernel/clock.ts'
import { showDate, showDecimal, showInteger, showMeasure, showMoney, showPercent } from '#kernel/show.ts'
import { slugOf } from '#kernel/text.ts'
import { clients } from '#features/clients/clients.ts'
import { collects, type Collect } from '#features/collects/collects.ts'
import { columnsOf, type Told } from '#features/collects/layout/layouts.ts'
import { termOf } from '#features/collects/layout/services.server.ts'
import { stateName } from '#features/collects/money/states.ts'
import { sum } from '#features/collects/money/totals.ts'
import { label, previous } from '#features/collects/period.ts'
import { reportable, yearOf } from '#features/collects/report/report.server.ts'
import { dimensions, type Dimension, type Series } from '#features/collects/report/report.ts'
import { stepOf, steps } from '#features/collects/steps.ts'
import { key } from '#server/crud.ts'
import { Answer, operation, type Ctx } from '#server/operation.ts'
import { openPaper, type PaperColumn } from '#parts/paper/paper.server.ts'

const common = {
  access: 'permission',
  scope: collects,
  params: z.object({ id: key }),
  method: 'GET',
  rate: 'heavy',
  audit: null,
  answers: { 200: 'file' },
  gives: ['application/pdf'],
} as const

const pdf = (bytes: Buffer, name: string) =>
  new Answer(200, bytes, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="${name}.pdf"`,
  })
const fileName = (what: string, { client, year, month }: Collect) =>
  `${what}_${slugOf(client.name).slice(0, 80) || 'cliente'}_${year}-${String(month).padStart(2, '0')}`

/** A page headed with whose coleta it is, of what month, and how far it is. */
async function paperOf(ctx: Ctx, collect: Collect, what: string) {
  const { document } = await ctx.rows(clients).find(collect.client_id)
  const { client, fistel, service_type, edition, status } = collect
  const now = new Date()
  const month = label(collect)
  return openPaper({
    title: client.name,
    lines: [
      `${what} · competência ${month}, versão ${edition} · ${steps[stepOf(status)].name}`,
      `${document.length === 14 ? 'CNPJ' : 'CPF'} ${maskDocument(document)} · Fistel ${fistel.name}${service_type ? ` · ${service_type.name}` : ''}`,
    ],
    short: `${client.name} · ${month}`,
    foot: `${ctx.config.APP_NAME} · ${what} de ${month} · ${showDate(dayIn(now).day)}`,
    now,
  })
}

const report = operation<{ id: string }>({
  ...common,
  id: 'collects.reports.pdf',
  summary: 'Baixar o relatório da coleta em PDF',
  url: '/api/v1/collects/:id/reports/pdf',
  handle: async (ctx, { params }) => {
    const collect = await reportable(ctx, params.id)
    const year = await yearOf(ctx, collect)
    const paper = await paperOf(ctx, collect, 'Relatório da coleta')
    const money = financesFor(ctx, collect)
    const [before = null, now = null] = year.total.values.slice(-2)
    paper.facts([
      ['Acessos', showInteger(now ?? 0)],
      ['Mês anterior', before === null ? '—' : showInteger(before)],
      ['Municípios', showInteger(year.by.municipality.filter(has).length)],
      ...(money.length
        ? ([
            ['Faturamento bruto', showMoney(sum(money.map(each => each.gross_billing)))],
            ['FUST', showMoney(sum(money.map(each => each.fust)))],
          ] as const)
        : []),
    ])
    paper.heading('Acessos em doze meses')
    paper.line(
      year.months.map(each => label(each)),
      year.total.values,
    )
    for (const dimension of printed) {
      const series = year.by[dimension].filter(has)
      if (!series.length) continue
      paper.heading(`Acessos por ${dimensions[dimension].toLowerCase()}`)
      paper.table(seriesColumns(dimensions[dimension], collect, now ?? 0), series)
    }
    if (money.length) {
      paper.heading('Financeiro por estado')
      paper.table(moneyColumns, money)
      paper.table(trafficColumns, money)
    }
    return pdf(await paper.close(), fileName('relatorio', collect))
  },
})

const printed: readonly Dimension[] = ['municipality', 'technology', 'medium', 'band']
/** Whether it is of this month. */
const has = ({ values }: Series) => (values.at(-1) ?? 0) > 0

function seriesColumns(title: string, collect: Collect, all: number): readonly PaperColumn<Series>[] {
  const at = (back: number) => (series: Series) => {
    const value = series.values.at(back) ?? null
    return value === null ? '—' : showInteger(value)
  }
  return [
    { title, width: 5, text: ({ name }) => name },
    { title: label(previous(collect)), width: 2, right: true, text: at(-2) },
    { title: label(collect), width: 2, right: true, text: at(-1) },
    {
      title: 'Participação',
      width: 2,
      right: true,
      text: ({ values }) => (all ? showPercent(((values.at(-1) ?? 0) / all) * 100) : '—'),
    },
  ]
}

type Money = Collect['finances'][number]
/** The month's money, as far as the reader may see it. */
const financesFor = ({ user }: Ctx, { hide_finance, finances }: Collect): readonly Money[] =>
  hide_finance && !isStaff(user) ? [] : finances

const inReais = (title: string, pick: (line: Money) => number | null | undefined): PaperColumn<Money> => ({
  title,
  width: 2,
  right: true,
  text: line => showDecimal(pick(line) ?? 0, 2),
})
const state: PaperColumn<Money> = { title: 'Estado', width: 3, text: line => stateName(line.state) }
const moneyColumns = [
  state,
  inReais('Bruto (R$)', line => line.gross_billing),
  inReais('ICMS', line => line.icms),
  inReais('PIS', line => line.pis),
  inReais('COFINS', line => line.confins),
  inReais('Outras', line => line.other_taxes),
  inReais('Líquido (R$)', line => line.net_billing),
  inReais('FUST', line => line.fust),
]
const trafficColumns = [
  state,
  inReais('Investimento (R$)', line => line.investiment),
  inReais('Download (MB)', line => line.download_traffic),
  inReais('Upload (MB)', line => line.upload_traffic),
]

interface Filled {
  readonly place: string
  readonly cells: Readonly<Record<Told, string>>
}
const titles: Readonly<Record<Told, readonly [string, number]>> = {
  client_type: ['Tipo de cliente', 3],
  attendance_type: ['Atendimento', 2.4],
  attendance_middle: ['Meio', 2.4],
  product_type: ['Produto', 3],
  technology_type: ['Tecnologia', 2.4],
  speed: ['Velocidade', 2.2],
  amount: ['Acessos', 2],
}
/** Lines to write on by hand, about a page of them. */
const blank = 31

const form = operation<{ id: string }, { em_branco?: '1' | undefined }>({
  ...common,
  id: 'collects.formulario',
  summary: 'Baixar o formulário da coleta em PDF, preenchido ou em branco',
  url: '/api/v1/collects/:id/formulario',
  query: z.strictObject({ em_branco: z.enum(['1'], 'Informe `1` para o formulário em branco.').optional() }),
  handle: async (ctx, { params, query }) => {
    const collect = await ctx.rows(collects).find(params.id)
    const asked = columnsOf(await termOf(ctx, collect.service_type_id), collect)
    const paper = await paperOf(ctx, collect, query.em_branco ? 'Formulário em branco' : 'Formulário da coleta')
    const rows = query.em_branco ? Array.from({ length: blank }, () => null) : filledOf(collect)
    paper.heading('Acessos por município')
    paper.note('Um registro por linha; velocidade contratada em Mbps; cada contrato é um acesso.')
    paper.table<Filled | null>(
      [
        { title: 'Município', width: 4.6, text: row => row?.place ?? '' },
        ...asked.map((name): PaperColumn<Filled | null> => ({
          title: titles[name][0],
          width: titles[name][1],
          right: name === 'speed' || name === 'amount',
          text: row => row?.cells[name] ?? '',
        })),
      ],
      rows,
      Boolean(query.em_branco),
    )
    const money = query.em_branco ? [] : financesFor(ctx, collect)
    if (money.length) {
      paper.heading('Financeiro por estado')
      paper.table(moneyColumns, money)
      paper.table(trafficColumns, money)
    }
    return pdf(await paper.close(), fileName(query.em_branco ? 'formulario-em-branco' : 'formulario', collect))
  },
})

const filledOf = ({ locations }: Collect): readonly Filled[] =>
  locations.flatMap(({ city, accesses }) =>
    accesses.map(access => ({
      place: city.name,
      cells: {
        client_type: access.client_type.name,
        attendance_type: access.attendance_type?.name ?? '',
        attendance_middle: access.attendance_middle.name,
        product_type: access.product_type?.name ?? '',
        technology_type: access.technology_type?.name ?? '',
        speed: access.speed === null ? '' : showMeasure(access.speed, 'Mbps'),
        amount: showInteger(access.amount),
      },
    })),
  )

/** A coleta on paper: what it says of the year, and the form it is filled in on. */
export const printOperations = [report, form] as const
