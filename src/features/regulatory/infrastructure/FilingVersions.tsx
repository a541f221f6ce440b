import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { callsOf, type CallInput } from '#kernel/call.ts'
import { dayIn } from '#kernel/clock.ts'
import { showDate, showInteger } from '#kernel/show.ts'
import {
  infrastructureKinds,
  infrastructureLayouts,
  layoutStates,
} from '#features/regulatory/anatel/infrastructure-layouts.ts'
import {
  addFilingReceipt,
  recordFilingRefused,
  recordFilingSent,
  reopenFiling,
  saveFilingProtocol,
  undoFilingSent,
  type FilingCheck,
} from '#features/regulatory/infrastructure/api.ts'
import {
  infrastructureFiles,
  infrastructureFilings,
  type InfrastructureFile,
  type InfrastructureFiling,
} from '#features/regulatory/infrastructure/filings.ts'
import { AnswerBlock } from '#parts/sending/AnswerBlock.tsx'
import { GivePaper } from '#parts/sending/GivePaper.tsx'
import { StoredVersion } from '#parts/sending/StoredVersion.tsx'
import { SayForm } from '#parts/sending/SayForm.tsx'
import { anatelSite } from '#parts/sending/site.ts'
import type { SendingActs } from '#parts/sending/useSendingActs.web.ts'
import { callPath, sendCall, useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { fullTime } from '#web/ui/time.ts'
import styles from '#features/regulatory/infrastructure/infrastructure.module.css'

interface Props {
  readonly check: FilingCheck
  readonly acts: SendingActs
}

/** The list shows stored versions, what was sent to Anatel, and its answers. */
export function FilingVersions({ check: { filing, version, unchanged }, acts }: Props) {
  const user = useUser()
  const { list } = callsOf(infrastructureFiles)
  const query = { 'filter[filing_id]': filing?.id ?? 0, sort: '-id', pagination: 'false' }
  const enabled = filing !== null && can(user, list.id)
  const { data } = useAnswer(list, { query }, { enabled, rowVersion: version })
  if (!filing?.edition)
    return <EmptyState title="Nenhuma versão gerada" text="Confira o que fica de fora e gere os arquivos do ano." />
  const files = data?.data ?? []
  const id = filing.uuid
  const options = { ...(version !== null && { version: `"${version}"` }), quiet: true }
  return (
    <div className={styles.area}>
      {filing.error && (
        <section>
          <h2>O que a Anatel respondeu</h2>
          <Band tone="erro" className={styles.answered}>
            {filing.error}
          </Band>
        </section>
      )}
      {filing.step === 'gerada' && can(user, recordFilingSent.id) && (
        <SendForm
          key={filing.edition}
          filing={filing}
          changed={unchanged === false}
          acts={acts}
          onSend={body => void acts.run(() => sendCall(recordFilingSent, { id, body }, options))}
        />
      )}
      {filing.step === 'em-aberto' && (
        <p>Aberta para retificar: corrija o cadastro, confira e gere a versão {filing.edition + 1}.</p>
      )}
      <Sendings filing={filing} />
      <section>
        <h2>Arquivos guardados</h2>
        <List boxed wrap>
          {files.map(file => (
            <li key={file.uuid}>
              <KeptFile file={file} />
            </li>
          ))}
        </List>
      </section>
      {(filing.step === 'enviada' || filing.step === 'recusada') && can(user, addFilingReceipt.id) && (
        <Receipt
          filing={filing}
          acts={acts}
          onNumber={protocol => void acts.run(() => sendCall(saveFilingProtocol, { id, body: { protocol } }, options))}
        />
      )}
      {filing.step === 'enviada' && (
        <AfterSending
          busy={acts.busy}
          onRefuse={error => void acts.run(() => sendCall(recordFilingRefused, { id, body: { error } }, options))}
          onReopen={() => void acts.run(() => sendCall(reopenFiling, { id }, options))}
          onUndo={() => void acts.run(() => sendCall(undoFilingSent, { id }, options))}
        />
      )}
    </div>
  )
}

interface AfterProps {
  readonly busy: boolean
  readonly onRefuse: (error: string) => void
  readonly onReopen: () => void
  readonly onUndo: () => void
}
/** What is done with what was sent. */
function AfterSending({ busy, onRefuse, onReopen, onUndo }: AfterProps) {
  const user = useUser()
  return (
    <section>
      {can(user, recordFilingRefused.id) && (
        <SayForm
          label="A Anatel recusou?"
          description="Copie a mensagem do site. A obrigação volta a ficar em aberto, e a próxima versão pode ser gerada."
          most={2_000}
          busy={busy}
          act="Registrar a recusa"
          onSay={onRefuse}
        />
      )}
      <div className={styles.acts}>
        {can(user, reopenFiling.id) && (
          <Button variant="default" onClick={onReopen}>
            Retificar
          </Button>
        )}
        {can(user, undoFilingSent.id) && (
          <Button variant="default" onClick={() => void sureToUndo().then(sure => sure && onUndo())}>
            Desfazer envio
          </Button>
        )}
      </div>
    </section>
  )
}

const sureToUndo = () =>
  confirm({
    title: 'Desfazer o registro do envio?',
    text: 'A versão volta a esperar o envio, e a obrigação do ano volta a ficar em aberto, se nenhuma outra foi aceita.',
    act: 'Desfazer envio',
  })

interface SendFormProps {
  readonly filing: InfrastructureFiling
  /** The register says otherwise than the version does. */
  readonly changed: boolean
  readonly acts: SendingActs
  readonly onSend: (body: CallInput<typeof recordFilingSent>['body']) => void
}
function SendForm({ filing: { edition }, changed, acts, onSend }: SendFormProps) {
  const [today] = useState(() => dayIn(new Date()).day)
  const [day, setDay] = useState(today)
  const [protocol, setProtocol] = useState('')
  return (
    <section className={styles.fields}>
      <div>
        <h2>Versão {edition}, pronta para enviar</h2>
        <p>
          Baixe os arquivos, envie em{' '}
          <a href={anatelSite} target="_blank" rel="noreferrer">
            Coletas, no site da Anatel
          </a>
          , e registre o envio aqui.
        </p>
      </div>
      {changed && (
        <Band tone="atencao">O cadastro mudou desde esta versão. Se o que mudou deve ir, gere outra antes.</Band>
      )}
      <TextInput type="date" label="Enviada em" max={today} value={day} onChange={e => setDay(e.currentTarget.value)} />
      <TextInput
        label="Protocolo"
        description="O número que o site deu, se deu."
        maxLength={60}
        value={protocol}
        onChange={e => setProtocol(e.currentTarget.value)}
      />
      <BusyButton
        busy={acts.busy}
        doing="Registrando…"
        disabled={!day}
        onClick={() => onSend({ edition, sent_on: day, protocol: protocol.trim() || null })}
      >
        Registrar envio
      </BusyButton>
    </section>
  )
}

const Sendings = ({ filing: { sendings } }: { readonly filing: InfrastructureFiling }) =>
  sendings.length > 0 && (
    <section>
      <h2>Envios</h2>
      <List boxed wrap>
        {sendings.toReversed().map(each => (
          <li key={each.uuid}>
            <div>
              <p>
                <strong>
                  Versão {each.edition}, em {showDate(each.sent_on)}
                </strong>
                {each.error !== null && ' · recusada'}
              </p>
              <p className="meta">
                {[each.protocol && `protocolo ${each.protocol}`, each.user?.name, fullTime(each.at)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              {each.error !== null && <p className="meta">{each.error}</p>}
            </div>
          </li>
        ))}
      </List>
    </section>
  )

const layoutOf = (id: string | null) => infrastructureLayouts.find(layout => layout.id === id)

function KeptFile({ file }: { readonly file: InfrastructureFile }) {
  const { kind, rows, left_out, reasons, layout } = file
  const standing = layoutOf(layout)?.standing
  return (
    <StoredVersion
      file={file}
      said={[
        kind === 'recibo' || kind === 'recusa' ? kind : infrastructureKinds[kind].name.toLowerCase(),
        rows !== null && `${showInteger(rows)} ${rows === 1 ? 'registro' : 'registros'}`,
        standing && `layout ${layoutStates[standing].name.toLowerCase()}`,
      ]}
    >
      {left_out !== null && left_out > 0 && (
        <p className="meta">
          Ficaram de fora {showInteger(left_out)}. {reasons}
        </p>
      )}
    </StoredVersion>
  )
}

interface ReceiptProps {
  readonly filing: InfrastructureFiling
  readonly acts: SendingActs
  readonly onNumber: (protocol: string) => void
}
/** What the site gave: a number, a file, or both. */
function Receipt({ filing, acts, onNumber }: ReceiptProps) {
  const user = useUser()
  const [protocol, setProtocol] = useState(filing.protocol ?? '')
  const number = protocol.trim()
  return (
    <AnswerBlock>
      <GivePaper
        url={callPath(callsOf(infrastructureFilings).read, { id: filing.uuid })}
        protocol={number === filing.protocol ? '' : number}
        acts={acts}
        mayRefuse={filing.step === 'enviada' && can(user, recordFilingRefused.id)}
        onGiven={() => undefined}
      />
      <TextInput
        label="Protocolo do recibo"
        description="É lido do próprio recibo. Sem arquivo, ou se ele não o trouxer, escreva e guarde só o número."
        maxLength={60}
        value={protocol}
        onChange={e => setProtocol(e.currentTarget.value)}
      />
      <BusyButton
        variant="default"
        busy={acts.busy}
        doing="Guardando…"
        disabled={!number || number === filing.protocol}
        onClick={() => onNumber(number)}
      >
        Guardar o número
      </BusyButton>
    </AnswerBlock>
  )
}
