import { Button } from '@mantine/core'
import { meanings } from '#features/regulatory/anatel/layouts.ts'
import { columnsToMap } from '#features/regulatory/collects/intake/preview.ts'
import type { ColumnChoices, Preview } from '#features/regulatory/collects/intake/intake.ts'
import type { CollectIntake } from '#features/regulatory/collects/intake/useIntake.web.ts'
import judged from '#parts/verdicts/verdicts.module.css'
import { MapColumns } from '#features/regulatory/intake/MapColumns.tsx'

interface Props {
  readonly intake: CollectIntake
  readonly preview: Preview
  readonly columns: ColumnChoices
}

/** Which column of the provider's file is which of Anatel's; each answer judges the file again. */
export function OwnColumns({ intake, preview, columns }: Props) {
  const { mapping, missing, asked, samples, remembered, values } = columns
  const go = () => {
    if (intake.told.mapping === null && !columns.confirmed) void intake.map(mapping)
    intake.go('conferencia')
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
      onMap={next => void intake.map(next)}
      onForget={() => void intake.map(null)}
      foot={
        <>
          {missing.length > 0 && (
            <p role="status" className={judged.said} data-wrong>
              Falta dizer de onde vem: {missing.map(name => meanings[name].toLowerCase()).join(', ')}.
            </p>
          )}
          <Button disabled={missing.length > 0 || intake.doing !== null} onClick={go}>
            Continuar
          </Button>
        </>
      }
    />
  )
}
