import { useParams } from '@tanstack/react-router'
import { CollectBody } from '#features/collects/CollectBody.tsx'
import { CollectFacts } from '#features/collects/CollectFacts.tsx'
import { collects } from '#features/collects/coleta/collects.ts'
import { GateDialog } from '#features/collects/gate/GateDialog.tsx'
import { useGate } from '#features/collects/gate/useGate.web.ts'
import { useSteps, type StepDone } from '#features/collects/gate/useSteps.web.ts'
import { AskAbout } from '#parts/asking/AskAbout.tsx'
import { api } from '#web/api.ts'
import type { ActThrough } from '#web/screens/act.ts'
import { DetailScreen } from '#web/screens/DetailScreen.tsx'

/** A coleta: what it is about, its accesses and its money, the provider's file going in and Anatel's coming out. */
export default function CollectScreen() {
  const { uuid = '' } = useParams({ strict: false })
  const { question, through } = useGate()
  const { undoOf } = useSteps(through)
  const act: ActThrough = async (name, path) => {
    const done = await through(options => api.put<StepDone>(path, undefined, options))
    return done && { message: done.message, undo: undoOf(name, done) }
  }
  return (
    <>
      <DetailScreen
        resource={collects}
        facts={() => <CollectFacts uuid={uuid} />}
        acts={row => <AskAbout by="collect" row={row} />}
        through={act}
      >
        {(_, writable) => <CollectBody uuid={uuid} writable={writable} />}
      </DetailScreen>
      <GateDialog question={question} />
    </>
  )
}
