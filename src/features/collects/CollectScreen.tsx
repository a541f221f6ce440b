import { useParams } from '@tanstack/react-router'
import { CollectBody } from '#features/collects/CollectBody.tsx'
import { CollectFacts } from '#features/collects/CollectFacts.tsx'
import { collects } from '#features/collects/coleta/collects.ts'
import { AskAbout } from '#parts/asking/AskAbout.tsx'
import { DetailScreen } from '#web/screens/DetailScreen.tsx'

/** A coleta: what it is about, its accesses and its money, the provider's file going in and Anatel's coming out. */
export default function CollectScreen() {
  const { uuid = '' } = useParams({ strict: false })
  return (
    <DetailScreen
      resource={collects}
      facts={() => <CollectFacts uuid={uuid} />}
      acts={row => <AskAbout by="collect" row={row} />}
    >
      {(_, writable) => <CollectBody uuid={uuid} writable={writable} />}
    </DetailScreen>
  )
}
