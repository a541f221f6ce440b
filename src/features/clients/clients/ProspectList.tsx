import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import { ListScreen } from '#web/screens/ListScreen.tsx'
import { useUser } from '#web/session/store.ts'

/** Prospects, and where more are found. */
export default function ProspectList() {
  return (
    <ListScreen
      resource={prospects}
      more={
        can(useUser(), 'anatel.index') && (
          <Button component={Link} to="/imports/anatel" variant="default">
            Achar na Anatel
          </Button>
        )
      }
    />
  )
}
