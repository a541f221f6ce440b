import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { callsOf } from '#kernel/call.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { agreed, count } from '#kernel/text.ts'
import { readPlaces } from '#features/support/tickets/ticket/places.ts'
import { useAnswer } from '#web/call.ts'
import { ListScreen } from '#web/screens/ListScreen.tsx'

import { Band } from '#web/ui/Band.tsx'

interface Props {
  readonly resource: AnyResource
  readonly known: readonly string[]
}

/** The list of what has a text with places in it, and above it which of them cannot be filled in. */
export const TextList = ({ resource, known }: Props) => (
  <ListScreen resource={resource} head={<UnfilledTexts resource={resource} known={known} />} />
)

/** Texts written while more was allowed in them; what they say is still there to be read and put right. */
function UnfilledTexts({ resource, known }: Props) {
  const { path, text } = resource
  const query = { pagination: 'false', sort: 'name', columns: 'name,content' }
  const { data } = useAnswer(callsOf(resource).list, { query })
  const wrong = data?.data.filter(({ content }) => readPlaces(String(content ?? ''), known).faults.length) ?? []
  if (!wrong.length) return null
  return (
    <Band tone="atencao" role="status">
      <div>
        {`${count(wrong.length, text)} não ${wrong.length === 1 ? 'pode' : 'podem'} ser ${agreed(text, 'preenchido')}${wrong.length === 1 ? '' : 's'}: `}
        {wrong.map(({ uuid, name }, i) => (
          <Fragment key={uuid}>
            {i > 0 && ', '}
            <Link to={`/${path}/${uuid}`}>{String(name)}</Link>
          </Fragment>
        ))}
        . Abra para ver o que corrigir.
      </div>
    </Band>
  )
}
