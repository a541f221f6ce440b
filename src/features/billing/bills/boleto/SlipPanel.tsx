import { Button, CopyButton } from '@mantine/core'
import { IconBarcode, IconCheck, IconCopy, IconQrcode } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { can } from '#kernel/access.ts'
import {
  cancelBillBoleto,
  downloadBoleto,
  issueBillBoleto,
  readBillPaying,
  type BillPaying,
} from '#features/billing/bills/boleto/api.ts'
import { slipFileName } from '#features/billing/bills/slip/file-name.ts'
import { RegistrationProgress } from '#features/billing/bills/boleto/RegistrationProgress.tsx'
import { changeDueDay } from '#features/billing/bills/remittance/api.ts'
import { DueDialog } from '#features/billing/bills/remittance/DueDialog.tsx'
import { providers } from '#features/billing/bills/slip/registrations.ts'
import { slipStates, type SlipState } from '#features/billing/bills/slip/sheet.ts'
import { useSlipActs } from '#features/billing/bills/boleto/useSlipActs.web.ts'
import { SavePdf } from '#parts/paper/SavePdf.tsx'
import { callPath, useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { StatusChip, type Tone } from '#web/ui/StatusChip.tsx'
import styles from '#features/billing/bills/slip/slip.module.css'

const tones = {
  'nao-registrado': 'atencao',
  registrando: 'info',
  registrado: 'ok',
  recusado: 'erro',
} as const satisfies Record<SlipState, Tone>

interface Props {
  readonly bill: { readonly uuid: string; readonly active: boolean }
  /** It is still owed. */
  readonly open: boolean
  /** Its client and due day, which name the file of its boleto. */
  readonly client: string
  readonly due: string
}

/** How a bill is paid: its boleto, its Pix, and what is done with them. */
export function SlipPanel({ bill, open, client, due }: Props) {
  const user = useUser()
  const { data } = useAnswer(readBillPaying, { id: bill.uuid }, { enabled: can(user, readBillPaying.id) })
  if (!data || (!open && !data.data.number && !data.data.progress.length)) return null
  const { state, number, refusal, pix, warnings, provider } = data.data
  const digits = data.data.line ?? data.data.unregistered
  return (
    <Card
      className={styles.panel}
      title="Boleto e Pix"
      beside={
        state ? (
          <StatusChip tone={tones[state]}>{slipStates[state]}</StatusChip>
        ) : (
          <StatusChip tone="neutro">{digits ? 'Boleto de fora' : 'Sem boleto'}</StatusChip>
        )
      }
    >
      {warnings.length > 0 && (
        <Band tone="atencao" role="alert">
          <ul className="points">
            {warnings.map(warning => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Band>
      )}
      {open && state === 'nao-registrado' && (
        <p className="meta">
          Ele tem de ser registrado no banco, pela remessa ou à mão: até a resposta, ninguém consegue pagar pelo código
          de barras. O boleto impresso diz isso.
        </p>
      )}
      {open && state === 'recusado' && (
        <Band tone="erro" role="alert">
          {refusal}.{' '}
          {provider
            ? 'Corrija o que falta e tente o registro de novo; ou cancele o boleto e emita outro.'
            : 'Cancele o boleto, corrija o que falta e emita outro.'}
        </Band>
      )}
      <RegistrationProgress bill={bill.uuid} paying={data.data} open={open} />
      {(number || digits) && (
        <dl className={styles.facts}>
          {number && (
            <div>
              <dt>Nosso número</dt>
              <dd className="id">{number}</dd>
            </div>
          )}
          {digits && (
            <div>
              <dt>
                {data.data.line
                  ? 'Linha digitável'
                  : provider
                    ? 'Linha digitável, que ainda não se paga'
                    : 'Linha digitável, para o registro no banco'}
              </dt>
              <dd className="id">{digits}</dd>
            </div>
          )}
        </dl>
      )}
      {open && <PayActs bill={bill} paying={data.data} file={slipFileName(client, due)} />}
      {open && !pix && (
        <p className="meta">Sem Pix: falta a chave na conta corrente, ou o município da empresa dela.</p>
      )}
    </Card>
  )
}

function PayActs({
  bill,
  file,
  paying: { line, unregistered, pix, number, state, provider, changeable_due: due },
}: {
  readonly bill: Props['bill']
  readonly file: string
  readonly paying: BillPaying
}) {
  const user = useUser()
  const { busy, issue, cancel } = useSlipActs(bill.uuid)
  const [moving, move] = useState(false)
  async function drop() {
    const text = provider
      ? `O número não é usado de novo. O ${providers[provider]} é avisado para cancelar o boleto também; até ele responder, alguém ainda pode pagá-lo.`
      : state === 'registrado'
        ? 'O número não é usado de novo. No banco ele continua registrado: peça a baixa lá também.'
        : 'O número não é usado de novo, e a conta pode mudar e ter outro boleto.'
    if (
      await confirm({
        title: `Cancelar o boleto ${number}?`,
        text,
        act: 'Cancelar boleto',
        cancel: 'Voltar',
        danger: true,
      })
    )
      await cancel()
  }
  return (
    <div className={styles.acts}>
      {!number && !line && !unregistered && bill.active && can(user, issueBillBoleto.id) && (
        <BusyButton
          size="compact-md"
          busy={busy}
          doing="Emitindo…"
          leftSection={<IconBarcode size={16} stroke={1.5} aria-hidden />}
          onClick={() => void issue()}
        >
          Emitir boleto
        </BusyButton>
      )}
      {number && (line ?? unregistered) && can(user, downloadBoleto.id) && (
        <SavePdf url={callPath(downloadBoleto, { id: bill.uuid })} name={file}>
          Baixar boleto
        </SavePdf>
      )}
      <PayCopies line={line} pix={pix} />
      {due && bill.active && can(user, changeDueDay.id) && (
        <Button variant="default" size="compact-md" disabled={busy} onClick={() => move(true)}>
          Mudar vencimento
        </Button>
      )}
      {due && moving && <DueDialog bill={bill.uuid} due={due} onClose={() => move(false)} />}
      {number && bill.active && can(user, cancelBillBoleto.id) && (
        <Button variant="subtle" color="danger" size="compact-md" disabled={busy} onClick={() => void drop()}>
          Cancelar boleto
        </Button>
      )}
    </div>
  )
}

/** What is pasted into a bank's application. */
export const PayCopies = ({ line, pix }: Pick<BillPaying, 'line' | 'pix'>) => (
  <>
    {line && <Copy value={line} label="Copiar linha digitável" done="Copiada" icon={<IconCopy {...look} />} />}
    {pix && <Copy value={pix} label="Copiar Pix" done="Copiado" icon={<IconQrcode {...look} />} />}
  </>
)
const look = { size: 16, stroke: 1.5, 'aria-hidden': true } as const

interface CopyProps {
  readonly value: string
  readonly label: string
  readonly done: string
  readonly icon: ReactNode
}
const Copy = ({ value, label, done, icon }: CopyProps) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <Button variant="default" size="compact-md" leftSection={copied ? <IconCheck {...look} /> : icon} onClick={copy}>
        {copied ? done : label}
      </Button>
    )}
  </CopyButton>
)
