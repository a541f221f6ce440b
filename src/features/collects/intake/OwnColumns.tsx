import { Button } from '@mantine/core'
import { meanings } from '#features/anatel/layouts.ts'
import { columnsToMap } from '#features/collects/intake/preview.ts'
import type { ColumnChoices, Preview } from '#features/collects/intake/intake.ts'
import type { Taking } from '#features/collects/intake/useIntake.web.ts'
import judged from '#parts/verdicts/verdicts.module.css'
import { MapColumns } from '#features/intake/MapColumns.tsx'

interface Props {
  readonly taking: Taking
  readonly preview: Preview
  readonly columns: ColumnChoices
}

/** Which column of the provider's file is which of Anatel's; each answer judges the file again. */
export function OwnColumns({ taking, preview, columns }: Props) {
  const { mapping, missing, asked, samples, remembered, values } = columns
  const go = () => {
    if (taking.told.mapping === null && !columns.confirmed) void taking.map(mapping)
    taking.go('conferencia')
  }
  return (
    <MapColumns
      title="De onde vem cada coluna da Anatel"
      columns={columnsToMap(preview, asked)}
      header={preview.header}
      samples={samples}
      mapping={mapping}
      missing={missing}
      remembered={remembered}
      values={values}
      onMap={next => void taking.map(next)}
      onForget={() => void taking.map(null)}
      foot={
        <>
          {missing.length > 0 && (
            <p role="status" className={judged.said} data-wrong>
              Falta dizer de onde vem: {missing.map(name => meanings[name].toLowerCase()).join(', ')}.
            </p>
          )}
          <Button disabled={missing.length > 0 || taking.doing !== null} onClick={go}>
            Continuar
          </Button>
        </>
      }
    />
  )
}
