import { Select, TextInput } from '@mantine/core'
import { ufs } from '#kernel/brasil.ts'
import type { AnswerOf } from '#kernel/call.ts'
import type { ProviderSearch, readAnatelFile } from '#features/platform/imports/anatel/api.ts'
import styles from '#features/platform/imports/section/imports.module.css'

interface Props {
  readonly search: ProviderSearch
  readonly services: AnswerOf<typeof readAnatelFile>['services']
  readonly onChange: (part: Partial<ProviderSearch>) => void
}

/** Narrows Anatel's providers by name, place, service and kind. */
export function ProviderFilters({ search, services, onChange }: Props) {
  return (
    <search className={styles.choices}>
      <TextInput
        label="Buscar"
        placeholder="Nome ou CNPJ"
        value={search.search}
        onChange={e => onChange({ search: e.currentTarget.value })}
      />
      <Select
        label="UF"
        data={[...ufs]}
        value={search.uf || null}
        onChange={uf => onChange({ uf: uf ?? '' })}
        clearable
        searchable
      />
      <TextInput label="Município" value={search.city} onChange={e => onChange({ city: e.currentTarget.value })} />
      <Select
        label="Serviço"
        data={services.map(({ code, name }) => ({ value: code, label: name ? `${code} ${name}` : code }))}
        value={search.service || null}
        onChange={service => onChange({ service: service ?? '' })}
        clearable
        searchable
      />
      <Select
        label="Entidade"
        data={[
          { value: 'outorgada', label: 'Outorgada' },
          { value: 'dispensada', label: 'Dispensada de outorga' },
        ]}
        value={search.entity || null}
        onChange={entity => onChange({ entity: entity === 'outorgada' || entity === 'dispensada' ? entity : '' })}
        clearable
      />
    </search>
  )
}
