import { isStaff } from '#kernel/access.ts'
import { maskDocument } from '#kernel/brasil.ts'
import { dayIn } from '#kernel/clock.ts'
import { showDate, showDecimal, showInteger, showMeasure, showMoney, showPercent } from '#kernel/show.ts'
import { slugOf } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { withCounted } from '#features/regulatory/collects/coleta/counted.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { requiredFields, type AccessField } from '#features/regulatory/anatel/layouts.ts'
import { termOf } from '#features/regulatory/anatel/services.server.ts'
import { stateName } from '#parts/address/states.ts'
import { sum } from '#features/regulatory/collects/money/totals.ts'
import { label, previous } from '#parts/period/period.ts'
import { downloadCollectForm, downloadCollectReport } from '#features/regulatory/collects/report/api.ts'
import type { Series } from '#features/regulatory/collects/report/schema.ts'
import { reportable, yearOf } from '#features/regulatory/collects/report/report.server.ts'
import { dimensions, type Dimension } from '#features/regulatory/collects/report/report.ts'
import { stepOf, steps } from '#features/regulatory/collects/coleta/steps.ts'
import { Answer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'
import { printed } from '#parts/paper/paper.server.ts'
import { tableOn, type Block, type TextColumn } from '#parts/paper/paper.ts'

const fileName = (what: string, { client, year, month }: Collect) =>
  `${what}_${slugOf(client.name).slice(0, 80) || 'cliente'}_${year}-${String(month).padStart(2, '0')}`

/** A document headed with whose coleta it is, of what month, and how far it is. */
async function pdfOf(
  ctx: Ctx,
  collect: Collect,
  { what, name }: { readonly what: string; readonly name: string },
  blocks: readonly Block[],
): Promise<Answer> {
  const { document } = await ctx.rows(clients).find(collect.client_id)
  const { client, fistel, service_type, edition, status } = collect
  const now = new Date()
  const month = label(collect)
  const paper = {
    title: client.name,
    lines: [
      `${what} · competência ${month}, versão ${edition} · ${steps[stepOf(status)].name}`,
      `${document.length === 14 ? 'CNPJ' : 'CPF'} ${maskDocument(document)} · Fistel ${fistel.name}${service_type ? ` · ${service_type.name}` : ''}`,
    ],
    short: `${client.name} · ${month}`,
    foot: `${ctx.config.APP_NAME} · ${what} de ${month} · ${showDate(dayIn(now).day)}`,
    now,
    blocks,
  }
  return new Answer(200, await printed(paper, { user: ctx.user.id }), {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="${fileName(name, collect)}.pdf"`,
  })
}

const report = serve(downloadCollectReport, async (ctx, { id }) => {
  const collect = await reportable(ctx, id)
  const year = await yearOf(ctx, collect)
  const [before = null, now = null] = year.total.values.slice(-2)
  const money = financesFor(ctx, collect)
  const facts: readonly (readonly [string, string])[] = [
    ['Acessos', showInteger(now ?? 0)],
    ['Mês anterior', before === null ? '—' : showInteger(before)],
    ['Municípios', showInteger(year.by.municipality.filter(has).length)],
  ]
  const moneyFacts: readonly (readonly [string, string])[] = [
    ['Faturamento bruto', showMoney(sum(money.map(each => each.gross_billing)))],
    ['FUST', showMoney(sum(money.map(each => each.fust)))],
  ]
  return pdfOf(ctx, collect, { what: 'Relatório da coleta', name: 'relatorio' }, [
    { kind: 'facts', pairs: money.length ? [...facts, ...moneyFacts] : facts },
    { kind: 'heading', text: 'Acessos em doze meses' },
    { kind: 'line', labels: year.months.map(each => label(each)), values: year.total.values },
    ...printedDimensions.flatMap((dimension): readonly Block[] => {
      const series = year.by[dimension].filter(has)
      return series.length
        ? [
            { kind: 'heading', text: `Acessos por ${dimensions[dimension].toLowerCase()}` },
            tableOn(seriesColumns(dimensions[dimension], collect, now ?? 0), series),
          ]
        : []
    }),
    ...moneyBlocks(money),
  ])
})

const printedDimensions: readonly Dimension[] = ['municipality', 'technology', 'medium', 'band']
/** Whether it is of this month. */
const has = ({ values }: Series) => (values.at(-1) ?? 0) > 0

function seriesColumns(title: string, collect: Collect, all: number): readonly TextColumn<Series>[] {
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

const inReais = (title: string, pick: (line: Money) => number | null | undefined): TextColumn<Money> => ({
  title,
  width: 2,
  right: true,
  text: line => showDecimal(pick(line) ?? 0, 2),
})
const state: TextColumn<Money> = { title: 'Estado', width: 3, text: line => stateName(line.state) }
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

const moneyBlocks = (money: readonly Money[]): readonly Block[] =>
  money.length
    ? [{ kind: 'heading', text: 'Financeiro por estado' }, tableOn(moneyColumns, money), tableOn(trafficColumns, money)]
    : []

interface Filled {
  readonly place: string
  readonly cells: Readonly<Record<AccessField, string>>
}
const titles: Readonly<Record<AccessField, readonly [string, number]>> = {
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

const form = serve(downloadCollectForm, async (ctx, { id, query }) => {
  const collect = await ctx.rows(collects).find(id)
  const columnKeys = requiredFields(await termOf(ctx, collect.service_type_id), collect)
  const rows = query.em_branco ? Array.from({ length: blank }, () => null) : filledOf(collect)
  const columns = [
    { title: 'Município', width: 4.6, text: (row: Filled | null) => row?.place ?? '' },
    ...columnKeys.map((name): TextColumn<Filled | null> => ({
      title: titles[name][0],
      width: titles[name][1],
      right: name === 'speed' || name === 'amount',
      text: row => row?.cells[name] ?? '',
    })),
  ]
  const about = query.em_branco
    ? { what: 'Formulário em branco', name: 'formulario-em-branco' }
    : { what: 'Formulário da coleta', name: 'formulario' }
  return pdfOf(ctx, collect, about, [
    { kind: 'heading', text: 'Acessos por município' },
    { kind: 'note', text: 'Um registro por linha; velocidade contratada em Mbps; cada contrato é um acesso.' },
    tableOn(columns, rows, Boolean(query.em_branco)),
    ...moneyBlocks(query.em_branco ? [] : financesFor(ctx, collect)),
  ])
})

const filledOf = ({ locations }: Collect): readonly Filled[] =>
  withCounted(locations).flatMap(({ city, accesses_ordered: accesses }) =>
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
