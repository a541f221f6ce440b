import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AnyResource } from '#kernel/resource.ts'
import { sheetPath } from '#parts/sheet/sheet.ts'

interface Props {
  readonly resource: AnyResource
  readonly uuid: string
}

/** From where a record is edited to where it is read. */
export const SheetLink = ({ resource, uuid }: Props) => (
  <Button variant="default" component={Link} to={sheetPath(resource, uuid)}>
    Informações
  </Button>
)
