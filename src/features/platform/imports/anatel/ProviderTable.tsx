import { formats } from '#kernel/format.ts'
import type { AnatelProvider } from '#features/platform/imports/anatel/api.ts'
import { marking } from '#web/table/marking.tsx'
import { Table, type Column } from '#web/table/Table.tsx'
import { Pages } from '#web/ui/Pages.tsx'
import judged from '#parts/verdicts/verdicts.module.css'

interface Props {
  readonly found: {
    readonly data: readonly AnatelProvider[]
    readonly total: number
    readonly page: number
    readonly size: number
  }
  readonly selected: ReadonlyMap<string, string>
  readonly onSelect?: (selected: ReadonlyMap<string, string>) => void
  readonly onPage: (page: number) => void
}

const columns: readonly Column<AnatelProvider>[] = [
  {
    key: 'name',
    title: 'Nome',
    names: true,
    cell: ({ name, fantasy_name }) => (
      <>
        {name}
        {fantasy_name && <small>{fantasy_name}</small>}
      </>
    ),
  },
  { key: 'document', title: 'CNPJ', className: 'id', cell: ({ document }) => formats.cnpj.show(document) },
  { key: 'city', title: 'Município', cell: ({ city, uf }) => [city, uf].filter(Boolean).join('/') },
  { key: 'services', title: 'Serviços', cell: ({ services }) => services.join(', ') },
  { key: 'entity', title: 'Entidade', cell: ({ entity }) => entity },
  {
    key: 'contact',
    title: 'Contato',
    cell: ({ phone, email }) => (
      <>
        {phone && formats.phone.show(phone)}
        {email && <small>{email}</small>}
      </>
    ),
  },
]

/** Providers by name, to be marked. */
export function ProviderTable({ found: { data, total, page, size }, selected, onSelect, onPage }: Props) {
  const names = new Map([...selected, ...data.map(({ document, name }) => [document, name] as const)])
  const mark = onSelect && {
    rows: data,
    selected: new Set(selected.keys()),
    onSelect: (keys: ReadonlySet<string>) => onSelect(new Map([...keys].map(key => [key, names.get(key) ?? key]))),
    label: 'Marcar as desta página',
    keyOf: ({ document }: AnatelProvider) => document,
    labelOf: ({ name }: AnatelProvider) => `Marcar ${name}`,
  }
  return (
    <>
      <Table
        label="Prestadoras"
        columns={mark ? [marking(mark), ...columns] : columns}
        rows={data}
        keyOf={({ document }) => document}
        told={({ document }) => ({ 'data-selected': selected.has(document) || undefined })}
        look="scrolling"
        className={judged.rows}
      />
      <Pages page={page} size={size} total={total} none="Nenhuma prestadora assim fora do cadastro." onPage={onPage} />
    </>
  )
}
