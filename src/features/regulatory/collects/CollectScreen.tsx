import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState, type ComponentProps } from 'react'
import { can } from '#kernel/access.ts'
import { actOf } from '#kernel/call.ts'
import { CollectBody } from '#features/regulatory/collects/CollectBody.tsx'
import { CollectFacts } from '#features/regulatory/collects/CollectFacts.tsx'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { useCollect } from '#features/regulatory/collects/coleta/useCollect.web.ts'
import { isClients, stepOf } from '#features/regulatory/collects/coleta/steps.ts'
import { GateDialog } from '#features/regulatory/collects/gate/GateDialog.tsx'
import { useGate } from '#features/regulatory/collects/gate/useGate.web.ts'
import { isCollectAction, useSteps } from '#features/regulatory/collects/gate/useSteps.web.ts'
import { coletaSlots } from '#features/regulatory/collects/slots.web.ts'
import { AskAbout } from '#parts/asking/AskAbout.tsx'
import { sendCall } from '#web/call.ts'
import type { ActThrough } from '#web/screens/act.ts'
import { DetailScreen } from '#web/screens/DetailScreen.tsx'
import { useUser } from '#web/session/store.ts'

/** A coleta: what it is about, its accesses and its money, the provider's file going in and Anatel's coming out. */
export default function CollectScreen() {
  const { uuid = '' } = useParams({ strict: false })
  const { question, through } = useGate()
  const { undoOf } = useSteps(through)
  const [asks, ask] = useState(false)
  const act: ActThrough = async name => {
    // It goes back with a question in words.
    if (name === 'devolver-ao-cliente') {
      ask(true)
      return null
    }
    if (!isCollectAction(name)) return null
    const done = await through(options => sendCall(actOf(collects, name), { id: uuid, body: undefined }, options))
    return done && { message: done.message, undo: undoOf(name, done) }
  }
  return (
    <>
      <DetailScreen
        resource={collects}
        facts={() => <CollectFacts uuid={uuid} />}
        acts={row => <CollectActs uuid={row.uuid} row={row} onAsk={() => ask(true)} />}
        through={act}
      >
        {(_, writable) => <CollectBody uuid={uuid} writable={writable} />}
      </DetailScreen>
      <GateDialog question={question} />
      {asks && coletaSlots.asking && <coletaSlots.asking uuid={uuid} onClose={() => ask(false)} />}
    </>
  )
}

interface CollectActsProps {
  readonly uuid: string
  readonly row: ComponentProps<typeof AskAbout>['row']
  readonly onAsk: () => void
}
/** Of the office: to ask the client while the coleta is filled in, where giving it back does not ask, and to open a ticket of something else. */
function CollectActs({ uuid, row, onAsk }: CollectActsProps) {
  const { data } = useCollect(uuid)
  const asks = can(useUser(), `${collects.path}.perguntar`) && data && isClients(stepOf(data.row.status))
  return (
    <>
      {asks && (
        <Button variant="default" onClick={onAsk}>
          Perguntar ao cliente
        </Button>
      )}
      <AskAbout by="collect" row={row} />
    </>
  )
}
