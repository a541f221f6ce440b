import { Checkbox } from '@mantine/core'
import { formats } from '#kernel/format.ts'
import type { Provider } from '#features/imports/anatel/useProviders.web.ts'
import { Pages } from '#web/ui/Pages.tsx'
import judged from '#parts/judged/judged.module.css'

interface Props {
  readonly found: {
    readonly data: readonly Provider[]
    readonly total: number
    readonly page: number
    readonly size: number
  }
  readonly selected: ReadonlyMap<string, string>
  readonly onSelect?: (selected: ReadonlyMap<string, string>) => void
  readonly onPage: (page: number) => void
}

/** Providers by name, to be marked. */
export function ProviderTable({ found: { data, total, page, size }, selected, onSelect, onPage }: Props) {
  const turn = (these: readonly Provider[], on: boolean) => {
    const next = new Map(selected)
    for (const { document, name } of these) {
      if (on) next.set(document, name)
      else next.delete(document)
    }
    onSelect?.(next)
  }
  const all = data.length > 0 && data.every(({ document }) => selected.has(document))
  return (
    <>
      <div className={judged.rows} role="region" aria-label="Prestadoras" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {onSelect && (
                <th scope="col">
                  <Checkbox
                    aria-label="Marcar as desta página"
                    checked={all}
                    indeterminate={!all && data.some(({ document }) => selected.has(document))}
                    onChange={e => turn(data, e.currentTarget.checked)}
                  />
                </th>
              )}
              {['Nome', 'CNPJ', 'Município', 'Serviços', 'Entidade', 'Contato'].map(label => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map(each => (
              <tr key={each.document}>
                {onSelect && (
                  <td>
                    <Checkbox
                      aria-label={`Marcar ${each.name}`}
                      checked={selected.has(each.document)}
                      onChange={e => turn([each], e.currentTarget.checked)}
                    />
                  </td>
                )}
                <th scope="row">
                  {each.name}
                  {each.fantasy_name && <small>{each.fantasy_name}</small>}
                </th>
                <td className="id">{formats.cnpj.show(each.document)}</td>
                <td>{[each.city, each.uf].filter(Boolean).join('/')}</td>
                <td>{each.services.join(', ')}</td>
                <td>{each.entity}</td>
                <td>
                  {each.phone && formats.phone.show(each.phone)}
                  {each.email && <small>{each.email}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pages page={page} size={size} total={total} none="Nenhuma prestadora assim fora do cadastro." onPage={onPage} />
    </>
  )
}
