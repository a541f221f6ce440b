import { choice, date, integer, longtext, lineList, ref, text } from '#kernel/field.ts'
import { resource, type RowOf, type StoredOf } from '#kernel/resource.ts'
import { obligationNames } from '#features/regulatory/obligations/called.ts'

/** When a task is due, of those that follow no obligation. */
const recurrences = {
  mensal: 'Todo mês, em um dia',
  'ultimo-dia-util': 'Todo mês, no último dia útil',
  anual: 'Todo ano, em datas certas',
  'uma-vez': 'Uma vez, em uma data',
} as const

/** The month a monthly task speaks of. */
const competences = { anterior: 'O mês anterior', mesmo: 'O próprio mês' } as const

/** Look-ups the system does by itself to fill in the checklist. */
const automations = { cadastro: 'Consultar o CNPJ na Receita Federal' } as const

const day = { min: 1, max: 31 } as const
const month = { min: 1, max: 12 } as const

/** A date of every year; what opens before it is a window. */
const yearlyDate = {
  month: integer('Mês', { required: true, ...month }),
  day: integer('Dia', { required: true, ...day }),
  opens_month: integer('Abre no mês', month),
  opens_day: integer('Abre no dia', day),
}

/** Templates of what is done for clients: what, for whom, and when. */
export const tasks = resource({
  path: 'tarefas',
  text: { one: 'modelo de tarefa', many: 'modelos de tarefas', gender: 'm' },
  fields: {
    nome: text('Nome', { required: true, max: 160 }),
    slug: text('Identificador', { writable: false, max: 180 }),
    descricao: longtext('Descrição', { max: 5_000 }),
    obligation: choice(obligationNames, 'Obrigação', {
      hint: 'Segue o calendário e os clientes dela, e fica feita com ela',
    }),
    recurrence: choice(recurrences, 'Quando', { hint: 'Em branco, só é criada à mão' }),
    day: integer('Dia do mês', { ...day, hint: 'Num mês mais curto, o último dia' }),
    competence: choice(competences, 'Fala de', { default: 'anterior' }),
    dates: lineList(yearlyDate, 'Datas do ano', { max: 12, one: 'data' }),
    once_on: date('Na data'),
    lead_days: integer('Antecedência (dias)', {
      min: 0,
      max: 90,
      hint: 'O prazo da casa é tantos dias antes do legal',
    }),
    starts_on: date('A partir de', { hint: 'O que vence antes não é criado' }),
    responsible: ref('people', 'Responsável', { hint: 'Vazio: quem cuida de cada cliente' }),
    link: text('Endereço', { format: 'url', max: 500, hint: 'A página do órgão em que ela é feita' }),
    automation: choice(automations, 'Consulta automática'),
    items: lineList(
      { name: text('Item', { required: true, max: 160 }), link: text('Endereço', { format: 'url', max: 500 }) },
      'Lista de conferência',
      { max: 40, one: 'item' },
    ),
    categories: lineList({ category_client: ref('category-clients', 'Categoria', { required: true }) }, 'Categorias', {
      max: 30,
      one: 'categoria',
    }),
    plans: lineList({ plan: ref('plans', 'Plano', { required: true }) }, 'Planos', { max: 30, one: 'plano' }),
    regimes: lineList(
      { tax_regime: ref('tax-regimes', 'Regime tributário', { required: true }) },
      'Regimes tributários',
      {
        max: 10,
        one: 'regime',
      },
    ),
    services: lineList(
      { service_type: ref('service-types', 'Tipo de serviço', { required: true }) },
      'Tipos de serviço',
      {
        max: 30,
        one: 'tipo de serviço',
      },
    ),
    states: lineList({ state: text('UF', { required: true, format: 'uf' }) }, 'Estados', { max: 27, one: 'estado' }),
  },
  list: {
    columns: ['nome', 'obligation', 'recurrence', 'responsible', 'lead_days'],
    sort: 'nome',
    search: ['nome', 'descricao'],
  },
  form: [
    { fields: ['nome', 'descricao', 'link'] },
    {
      title: 'Quando',
      help: 'Siga uma obrigação, ou diga os dias. Sem expediente bancário no dia, o prazo é o dia útil de antes.',
      fields: ['obligation', 'recurrence', 'day', 'competence', 'once_on', 'dates', 'lead_days', 'starts_on'],
    },
    {
      title: 'Para quem',
      help: 'O que ficar em branco não escolhe: vale para todos os clientes em atividade.',
      fields: ['categories', 'plans', 'regimes', 'services', 'states'],
    },
    { title: 'Quem e como', fields: ['responsible', 'automation', 'items'] },
  ],
  scope: 'everyone',
})

export type TaskTemplate = RowOf<typeof tasks>
export type TaskTemplateDraft = StoredOf<typeof tasks>
