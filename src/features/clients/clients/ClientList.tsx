import { Button } from '@mantine/core'
import { IconTableImport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { count } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { NamedTags } from '#features/clients/clients/Tags.tsx'
import { MineOnly } from '#parts/person/MineOnly.tsx'
import { PersonName } from '#parts/person/PersonName.tsx'
import { SetPerson } from '#parts/person/SetPerson.tsx'
import { ListScreen } from '#web/screens/ListScreen.tsx'
import { useUser } from '#web/session/store.ts'
import type { ListedRow } from '#web/table/useList.ts'
import styles from '#features/clients/clients/tags.module.css'

const cells = {
  responsible: ({ responsible }: ListedRow) => <PersonName person={responsible} />,
  remaining_days: ({ remaining_days }: ListedRow) =>
    typeof remaining_days === 'number' ? <Contract days={remaining_days} /> : null,
  pendency_names: ({ pendency_names }: ListedRow) =>
    typeof pendency_names === 'string' ? <Pendencies names={pendency_names.split('; ')} /> : null,
  tag_names: ({ tag_names }: ListedRow) => (typeof tag_names === 'string' ? <NamedTags names={tag_names} /> : null),
}

/** The clients, what each lacks and how long its contract still runs; and the ways more come in. */
export default function ClientList() {
  return (
    <ListScreen
      resource={clients}
      cells={cells}
      bulk={(rows, clear) => (
        <SetPerson
          of={clients}
          uuids={rows.map(({ uuid }) => uuid)}
          empty="o cliente fica sem ninguém"
          onDone={clear}
        />
      )}
      more={
        <>
          <MineOnly of={clients} by="responsible_id" />
          {can(useUser(), 'imports.enviar') && (
            <Button
              component={Link}
              to="/imports/create"
              variant="default"
              leftSection={<IconTableImport size={16} stroke={1.5} aria-hidden />}
            >
              Importar planilha
            </Button>
          )}
        </>
      }
      empty="Traga todos de uma planilha, ou registre um a um a partir do CNPJ."
    />
  )
}

const day = { one: 'dia', many: 'dias', gender: 'm' } as const

/** The red is for what is past, the amber for what can still be renewed in time. */
function Contract({ days }: { readonly days: number }) {
  const said = count(Math.abs(days), day)
  return (
    <span className={styles.contract} data-state={days < 0 ? 'erro' : days <= 30 ? 'atencao' : undefined}>
      {days < 0 ? `venceu há ${said}` : days === 0 ? 'vence hoje' : days <= 30 ? `vence em ${said}` : said}
    </span>
  )
}

/** The gravest by its name; of several, how many there are. */
const Pendencies = ({ names }: { readonly names: readonly string[] }) => (
  <span className={styles.pendencies} title={names.join('\n')}>
    {names.length > 1 && <strong>{names.length}: </strong>}
    {names[0]}
  </span>
)
