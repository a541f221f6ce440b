import { Button } from '@mantine/core'
import { IconTableImport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { imports } from '#features/platform/imports/section/imports.ts'
import { ListScreen } from '#web/screens/ListScreen.tsx'
import { useUser } from '#web/session/store.ts'

/** What came in and how far it is; and the way in. */
export default function ImportList() {
  const user = useUser()
  return (
    <ListScreen
      resource={imports}
      empty="Envie uma planilha de clientes, fistéis, estações ou coletas: nada é gravado antes da conferência."
      more={
        <>
          {can(user, 'anatel.index') && (
            <Button component={Link} to="/imports/anatel" variant="default">
              Prestadoras da Anatel
            </Button>
          )}
          {can(user, 'imports.enviar') && (
            <Button
              component={Link}
              to="/imports/create"
              leftSection={<IconTableImport size={16} stroke={1.5} aria-hidden />}
            >
              Importar planilha
            </Button>
          )}
        </>
      }
    />
  )
}
