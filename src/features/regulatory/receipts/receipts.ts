import { choice, flag, instant, integer, longtext, ref, text, readOnly } from '#kernel/field.ts'
import { resource, type ListedOf } from '#kernel/resource.ts'
import { jobStates, jobVerbs, progress } from '#features/platform/exports/jobs.ts'

const reckoned = { writable: false, derived: true } as const

/** Files dropped together: read and matched in the background, and taken back together. */
export const receiptDrops = resource({
  path: 'receipt-drops',
  text: { one: 'lote de comprovantes', many: 'lotes de comprovantes', gender: 'm' },
  fields: {
    name: text('Lote', { ...readOnly, required: true, max: 120 }),
    /** The user chose this, since no known receipt layout shows it. */
    processed: flag('Marcar as coletas como processadas', readOnly),
    ...progress,
    state: choice({ recebendo: 'Recebendo', ...jobStates }, 'Situação', {
      ...readOnly,
      required: true,
      default: 'recebendo',
    }),
    rows_done: integer('Comprovantes lidos', { ...readOnly, min: 0 }),
    rows_total: integer('Comprovantes recebidos', { ...readOnly, min: 0 }),
    undone_at: instant('Desfeito em', readOnly),
    kept: integer('Guardados', reckoned),
    tray: integer('Na bandeja', reckoned),
  },
  list: {
    columns: ['name', 'state', 'rows_done', 'rows_total', 'user', 'finished_at'],
    sort: '-created_at',
    search: ['name'],
    besides: ['kept', 'tray', 'undone_at'],
  },
  form: [
    {
      fields: [
        'name',
        'state',
        'rows_done',
        'rows_total',
        'kept',
        'tray',
        'processed',
        'user',
        'finished_at',
        'undone_at',
        'error',
      ],
    },
  ],
  scope: 'empresa',
  verbs: ['index', 'show'],
  actions: {
    ler: { label: 'Ler o que chegou', when: ['state', ['recebendo', 'concluido']] },
    desfazer: {
      label: 'Desfazer o lote',
      confirm:
        'Os recibos guardados por ele saem das coletas, as obrigações marcadas voltam a ficar em aberto, e a bandeja deixa de mostrá-lo. O que alguém mudou depois fica como está.',
      when: ['undone_at', null],
    },
    ...jobVerbs('O que já foi guardado fica. Tentar de novo lê o que falta.'),
  },
})

/** What came of a file: in the order of its way. */
const receiptStates = {
  'na-fila': 'Na fila',
  guardado: 'Guardado',
  bandeja: 'Na bandeja',
  repetido: 'Repetido',
  recusado: 'Recusado',
  'de-lado': 'Deixado de lado',
  desfeito: 'Desfeito',
} as const

/** A file that was dropped, what was read in it and what was done with it. */
export const receipts = resource({
  path: 'receipts',
  text: { one: 'comprovante', many: 'comprovantes', gender: 'm' },
  fields: {
    name: text('Arquivo', { ...readOnly, required: true, max: 160 }),
    ext: text('Extensão', { ...readOnly, required: true, max: 5 }),
    size: integer('Tamanho (bytes)', { ...readOnly, required: true }),
    /** Null for a refused file: its bytes are not stored. */
    sha256: text('Conteúdo', { ...readOnly, secret: true, max: 64 }),
    user: ref('users', 'Enviado por', { ...readOnly, told: true }),
    drop: ref('receipt-drops', 'Lote', { ...readOnly, required: true }),
    state: choice(receiptStates, 'Situação', { ...readOnly, required: true, default: 'na-fila' }),
    /** Why it was not stored, or not undone. */
    why: text('Por quê', { ...readOnly, max: 500 }),
    /** 'Rádio Vale, coleta de out/2026, fistel 50412345678', and the screen of it. */
    about: text('Do que é', { ...readOnly, max: 255 }),
    address: text('Onde está', { ...readOnly, max: 255 }),
    protocol: text('Protocolo', { ...readOnly, max: 60 }),
    settled_at: instant('Guardado em', readOnly),
    settler: ref('users', 'Guardado por', { ...readOnly, told: true }),
    /** Its bytes are a paper of something filed already: somebody put it there by hand. */
    elsewhere: flag('Guardado por outro caminho', reckoned),
    /** JSON of what was read, a `ReceiptReading`; null until it was. */
    found: longtext('O que se leu', { ...readOnly, secret: true }),
    /** JSON of what was done, a `Deed`. */
    deed: longtext('O que se fez', { ...readOnly, secret: true }),
    /** The obligation it refuses, as `refusedDutyKey` writes it; null of any other. */
    refused_duty: text('Obrigação recusada', { ...readOnly, secret: true, max: 100 }),
  },
  list: {
    columns: ['name', 'state', 'about', 'protocol', 'why', 'drop', 'user'],
    sort: '-created_at',
    search: ['name', 'about', 'protocol'],
    besides: ['address', 'settled_at', 'settler'],
  },
  form: [{ fields: ['name', 'state', 'about', 'protocol', 'why', 'drop', 'user', 'settled_at', 'settler'] }],
  scope: 'drop',
  verbs: ['index', 'show'],
  actions: {
    'deixar-de-lado': {
      label: 'Deixar de lado',
      confirm: 'Sai da bandeja sem ser guardado em lugar nenhum. Pode voltar a ela depois.',
      when: ['state', 'bandeja'],
      undoneBy: 'devolver-a-bandeja',
    },
    'devolver-a-bandeja': { label: 'Devolver à bandeja', when: ['state', 'de-lado'], undoneBy: 'deixar-de-lado' },
    desfazer: {
      label: 'Desfazer',
      confirm: 'O que este comprovante fez é desfeito, e ele volta à bandeja.',
      when: ['state', 'guardado'],
    },
  },
})
export type Receipt = ListedOf<typeof receipts>
export type ReceiptDrop = ListedOf<typeof receiptDrops>

/** Files of one drop. */
export const mostFiles = 200
