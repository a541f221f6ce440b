import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { MineOnly } from '#parts/person/MineOnly.tsx'
import { PersonName } from '#parts/person/PersonName.tsx'
import { SetPerson } from '#parts/person/SetPerson.tsx'
import { ListScreen } from '#web/screens/ListScreen.tsx'
import type { ListedRow } from '#web/table/useList.ts'

const cells = { answered_by: ({ answered_by }: ListedRow) => <PersonName person={answered_by} /> }

/** The coletas of every month, and who answers for each. */
export default function CollectList() {
  return (
    <ListScreen
      resource={collects}
      cells={cells}
      more={<MineOnly of={collects} by="answered_by_id" />}
      bulk={(rows, clear) => (
        <SetPerson
          of={collects}
          uuids={rows.map(({ uuid }) => uuid)}
          empty="volta a ser de quem cuida do cliente"
          onDone={clear}
        />
      )}
    />
  )
}
