import type { AnyResource } from '#kernel/resource.ts'
import { readPlaces } from '#features/support/tickets/ticket/places.ts'
import { PlacesHelp } from '#features/support/tickets/texts/PlacesHelp.tsx'
import { DetailScreen, EditForm, Facts } from '#web/screens/DetailScreen.tsx'
import { Band } from '#web/ui/Band.tsx'

interface Props {
  readonly resource: AnyResource
  readonly known: readonly string[]
}

/** What has a text with places in it: the form, the places there are, and why the stored text cannot be filled in. */
export const TextScreen = ({ resource, known }: Props) => (
  <DetailScreen resource={resource}>
    {(read, writable) => {
      const { faults } = readPlaces(String(read.row.content ?? ''), known)
      return (
        <>
          {faults.length > 0 && (
            <Band tone="atencao" role="status">
              <div>
                Este texto não é preenchido enquanto não for corrigido.
                <ul>
                  {faults.slice(0, 3).map(fault => (
                    <li key={fault}>{fault}</li>
                  ))}
                </ul>
              </div>
            </Band>
          )}
          {writable ? (
            <EditForm key={read.row.uuid} resource={resource} read={read} helper={() => <PlacesHelp known={known} />} />
          ) : (
            <Facts resource={resource} row={read.row} />
          )}
        </>
      )
    }}
  </DetailScreen>
)
