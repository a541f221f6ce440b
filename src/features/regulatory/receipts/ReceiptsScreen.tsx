import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { beginDrop } from '#features/regulatory/receipts/api.ts'
import { DropList } from '#features/regulatory/receipts/DropList.tsx'
import { StoredReceipts } from '#features/regulatory/receipts/StoredReceipts.tsx'
import { LastDrop } from '#features/regulatory/receipts/LastDrop.tsx'
import { mostFiles } from '#features/regulatory/receipts/receipts.ts'
import { Tray } from '#features/regulatory/receipts/Tray.tsx'
import { useDropping } from '#features/regulatory/receipts/useDropping.web.ts'
import { useDrops, useReceiptsIn, useTray } from '#features/regulatory/receipts/useReceipts.web.ts'
import { DropZone } from '#parts/file/DropZone.tsx'
import { choiceParameter, useAddress } from '#web/route/search.ts'
import { useUser } from '#web/session/store.ts'
import { Page } from '#web/ui/Page.tsx'
import { Situations } from '#web/ui/Situations.tsx'
import styles from '#features/regulatory/receipts/receipts.module.css'

const receiptParameters = { ver: choiceParameter<string>(['bandeja', 'guardado', 'de-lado', 'lotes'], 'bandeja') }

/** Receipts are dropped in bulk, read, and stored with what they prove; unidentified ones wait in the tray. */
export default function ReceiptsScreen() {
  const user = useUser()
  const [{ ver: shown }, changeAddress] = useAddress(receiptParameters)
  const [processed, say] = useState(false)
  const { state, drop, forget } = useDropping()
  const { data: tray } = useTray(1)
  const { data: kept } = useReceiptsIn('guardado', 1)
  const { data: aside } = useReceiptsIn('de-lado', 1)
  const { data: drops } = useDrops()
  const mine = drops?.data.find(({ user_id }) => user_id === user.id)
  const told = (key: string, one: string, many: string, of: { readonly total: number } | undefined) => {
    const count = of?.total ?? 0
    return { key, label: count === 1 ? one : many, count }
  }
  const views = [
    told('bandeja', 'Na bandeja', 'Na bandeja', tray),
    told('guardado', 'Guardado', 'Guardados', kept),
    told('de-lado', 'Deixado de lado', 'Deixados de lado', aside),
    told('lotes', 'Lote', 'Lotes', drops),
  ]
  return (
    <Page
      title="Comprovantes"
      facts="Cada PDF é lido; quando CNPJ, assunto e competência não deixam dúvida e o papel diz que foi aceito ou recebido, vira recibo da coleta ou conclui a obrigação. Recusas e o resto esperam na bandeja."
    >
      {can(user, beginDrop.id) && (
        <section className={styles.drop} aria-label="Soltar comprovantes">
          <DropZone
            title="Solte os comprovantes"
            help={`PDFs, até ${mostFiles} por vez. Nada é adivinhado: o que deixa dúvida espera por você, e o lote inteiro se desfaz em um passo.`}
            label="Comprovantes"
            accept=".pdf"
            many
            onFiles={files => void drop(files, processed)}
          />
          {can(user, 'collects.processada') && (
            <Checkbox
              mt={8}
              label="Marcar também como processadas as coletas enviadas, quando o papel diz que foram aceitas"
              checked={processed}
              onChange={e => say(e.currentTarget.checked)}
            />
          )}
        </section>
      )}
      <LastDrop sending={state} drop={mine} onForget={forget} />
      <Situations all={views} only={shown} onPick={ver => changeAddress({ ver })} />
      {shown === 'lotes' ? <DropList /> : shown === 'bandeja' ? <Tray /> : <StoredReceipts key={shown} state={shown} />}
    </Page>
  )
}
