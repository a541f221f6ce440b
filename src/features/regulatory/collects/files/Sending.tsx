import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { can, permission } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { count } from '#kernel/text.ts'
import { collectFiles, collects } from '#features/regulatory/collects/coleta/collects.ts'
import { recordCollectSent } from '#features/regulatory/collects/coleta/api.ts'
import { recordCollectError, storeCollectReceipt } from '#features/regulatory/collects/files/api.ts'
import { useVersions } from '#features/regulatory/collects/files/useVersions.web.ts'
import { VersionDifference } from '#features/regulatory/collects/files/VersionDifference.tsx'
import { differenceInWords } from '#features/regulatory/collects/files/versions.ts'
import { accessText } from '#features/regulatory/collects/coleta/said.ts'
import { GateDialog } from '#features/regulatory/collects/gate/GateDialog.tsx'
import { useGate } from '#features/regulatory/collects/gate/useGate.web.ts'
import { sentSteps, stepOf, steps } from '#features/regulatory/collects/coleta/steps.ts'
import type { CollectRead } from '#features/regulatory/collects/coleta/useCollect.web.ts'
import { AnswerBlock } from '#parts/sending/AnswerBlock.tsx'
import { GivePaper } from '#parts/sending/GivePaper.tsx'
import { StoredVersion } from '#parts/sending/StoredVersion.tsx'
import { SayForm } from '#parts/sending/SayForm.tsx'
import { paperVerdicts } from '#parts/receipt/verdict.ts'
import { anatelSite } from '#parts/sending/site.ts'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { sendCall, useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { Band } from '#web/ui/Band.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/regulatory/collects/coleta/tab.module.css'

type CollectFile = ListedOf<typeof collectFiles>

/** What a paper is called, with what it says; null of a file that went. */
const paperNames = ({ kind, verdict, rows }: CollectFile) =>
  kind === 'arquivo'
    ? null
    : [
        kind === 'recibo' ? 'recibo' : 'recusa',
        verdict && verdict !== 'incerto' && paperVerdicts[verdict].toLowerCase(),
        rows !== null && count(rows, { one: 'registro', many: 'registros', gender: 'm' }),
      ]

/** Shows what went to Anatel per version and its answers, and records both. */
export function Sending({ read: { row, version } }: { readonly read: CollectRead }) {
  const user = useUser()
  const acts = useSendingActs([collects.path, collectFiles.path])
  const { busy, refusal, run } = acts
  const { question, through } = useGate()
  const [protocol, setProtocol] = useState('')
  const step = stepOf(row.status)
  const url = `/collects/${row.uuid}`
  const { data } = useAnswer(
    callsOf(collectFiles).list,
    { query: { 'filter[collect_id]': row.id, sort: '-id', pagination: 'false' } },
    { enabled: can(user, permission(collectFiles, 'index')), rowVersion: version },
  )
  const versions = useVersions(row.uuid, version).data?.data
  const hashOf = (file: CollectFile) => versions?.versions.find(({ uuid }) => uuid === file.uuid)?.sha256
  const send = async () => {
    const since =
      versions?.pair && versions.difference
        ? ` Desde a versão ${versions.pair.before}: ${differenceInWords(versions.difference)}`
        : ''
    const sure = await confirm({
      title: 'O arquivo já foi enviado no site da Anatel?',
      text: `O arquivo desta versão fica guardado como foi, com a data e o seu nome.${since}`,
      act: 'Registrar envio',
    })
    const put = (options: object) => sendCall(recordCollectSent, { id: row.uuid }, { version, ...options })
    // Refusals that are not the gate's are shown here.
    if (sure) await run(() => through(put, () => undefined))
  }
  const isOut = sentSteps.includes(steps[step].name)
  return (
    <div className={styles.sending}>
      {row.error && (
        <section>
          <h2>O que a Anatel respondeu</h2>
          <Band tone="erro" className={styles.answered}>
            {row.error}
          </Band>
        </section>
      )}
      {step === 'finalizado' && can(user, recordCollectSent.id) && (
        <section>
          <h2>Versão {row.edition}, pronta</h2>
          <p>
            Baixe o arquivo, envie em{' '}
            <a href={anatelSite} target="_blank" rel="noreferrer">
              Coletas, no site da Anatel
            </a>
            , e registre o envio aqui.
          </p>
          <BusyButton mt={12} busy={busy} doing="Registrando…" onClick={() => void send()}>
            Registrar envio
          </BusyButton>
        </section>
      )}
      {!isOut && step !== 'finalizado' && <p>Finalize a coleta para enviá-la à Anatel.</p>}
      {refusal && (
        <Band tone="erro" role="alert">
          {refusal}
        </Band>
      )}
      <VersionDifference uuid={row.uuid} version={version} />
      {data && data.data.length > 0 && (
        <section>
          <h2>O que foi enviado</h2>
          <List boxed wrap>
            {data.data.map(file => (
              <li key={file.uuid}>
                <StoredVersion file={file} said={paperNames(file) ?? [count(file.accesses ?? 0, accessText)]}>
                  {hashOf(file) && <p className="meta">SHA-256 {hashOf(file)}</p>}
                </StoredVersion>
              </li>
            ))}
          </List>
        </section>
      )}
      {isOut && data?.data.length === 0 && (
        <p>O arquivo que a Anatel recebeu não passou por aqui. O recibo, se houver, pode ser guardado abaixo.</p>
      )}
      {isOut && can(user, storeCollectReceipt.id) && (
        <AnswerBlock>
          <GivePaper
            url={url}
            protocol={protocol.trim()}
            acts={acts}
            mayRefuse={can(user, recordCollectError.id)}
            onGiven={() => setProtocol('')}
          />
          <TextInput
            label="Protocolo do recibo"
            description="É lido do próprio arquivo. Escreva antes só se ele não o trouxer."
            maxLength={60}
            value={protocol}
            onChange={e => setProtocol(e.currentTarget.value)}
          />
        </AnswerBlock>
      )}
      {(step === 'enviada' || step === 'processada') && can(user, recordCollectError.id) && (
        <SayForm
          label="A Anatel recusou?"
          description="Copie a mensagem do site. A coleta passa a Com erro, e Retificar abre a próxima versão."
          most={2_000}
          busy={busy}
          act="Registrar o erro"
          onSay={error =>
            void run(() => sendCall(recordCollectError, { id: row.uuid, body: { error } }, { version, quiet: true }))
          }
        />
      )}
      <GateDialog question={question} />
    </div>
  )
}
