import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { count } from '#kernel/text.ts'
import { BillPicks, CompanyChoices, StepLook } from '#features/billing/bills/closing/CloseParts.tsx'
import { closeBilling, readClosing, type ClosingBoard } from '#features/billing/bills/closing/api.ts'
import type { ClosingRow, IssuingCompany } from '#features/billing/bills/closing/schema.ts'
import { closingRights, isToDo, stepNames, type ClosingStep } from '#features/billing/bills/closing/steps.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { NoMail } from '#parts/outbox/NoMail.tsx'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { useAnswer, useCall } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'

const billText = { one: 'conta', many: 'contas', gender: 'f' } as const

interface ChosenProps {
  readonly title: string
  /** What is chosen, by their uuid. */
  readonly bills: readonly string[]
  readonly steps: readonly ClosingStep[]
  readonly month?: string
  readonly onClose: () => void
  readonly onDone?: () => void
}

/** The look before bills are brought to their clients: what is made, what is not and why; then it is done in the background. */
export function CloseDialog({ title, bills, ...props }: ChosenProps) {
  const { data, error, isPending, refetch } = useAnswer(
    readClosing,
    { body: { bills: [...bills] } },
    { gcTime: 0, staleTime: Infinity, timeout: 60_000 },
  )
  return (
    <Dialog opened onClose={props.onClose} title={title} size="lg">
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <LookBefore board={data.data} {...props} />
      ) : (
        <Skeletons waiting={isPending} lines={6} height={32} />
      )}
    </Dialog>
  )
}

interface LookProps extends Omit<ChosenProps, 'title' | 'bills'> {
  readonly board: ClosingBoard
}
function LookBefore({ board: { rows: all, companies }, steps, month, onClose, onDone }: LookProps) {
  const user = useUser()
  const allowed = stepNames.filter(step => can(user, closingRights[step]))
  const [wanted, want] = useState<readonly ClosingStep[]>(steps.filter(step => allowed.includes(step)))
  const [off, turn] = useState<ReadonlySet<string>>(new Set())
  const [hurry, setHurry] = useState(false)
  const [services, chooseService] = useState<ChoicesByCompany>({})
  const [accounts, chooseAccount] = useState<ChoicesByCompany>({})
  const { busy, refusal, request } = useClosingRequest()
  const has = (step: ClosingStep) => wanted.includes(step)
  const isMade = (row: ClosingRow, step: ClosingStep) =>
    isToDo(row[step].state) || (step === 'mail' && isMailedAgain(row, has, hurry))
  const rows = all.filter(({ uuid }) => !off.has(uuid))
  const made = rows.filter(row => wanted.some(step => isMade(row, step)))
  const asked = [
    ...choicesOf(
      companies,
      services,
      ({ id, services: offered }) =>
        has('note') && offered.length > 1 && made.some(row => row.company?.id === id && isToDo(row.note.state)),
    ),
    ...choicesOf(
      companies,
      accounts,
      ({ id }) => has('slip') && made.some(row => row.company?.id === id && row.unplaced),
    ),
  ]
  async function close() {
    const bills = made.map(({ uuid }) => uuid)
    if (!(await request({ month: month ?? null, bills, wanted, hurry, services, accounts }))) return
    onDone?.()
    onClose()
  }
  return (
    <>
      {has('mail') && <NoMail />}
      {allowed.map(step => (
        <StepLook
          key={step}
          step={step}
          rows={rows}
          isOn={has(step)}
          made={rows.filter(row => isMade(row, step))}
          onTurn={on => want(on ? [...wanted, step] : wanted.filter(each => each !== step))}
        />
      ))}
      {has('mail') && (
        <Checkbox
          mt="sm"
          label="Enviar sem esperar o registro do boleto"
          description="O e-mail vai com o Pix, onde a conta corrente tem chave; sem o código de barras."
          checked={hurry}
          onChange={event => setHurry(event.currentTarget.checked)}
        />
      )}
      <CompanyChoices
        has={has}
        companies={companies}
        made={made}
        services={services}
        accounts={accounts}
        onService={(id, code) => chooseService({ ...services, [id]: code })}
        onAccount={(id, account) => chooseAccount({ ...accounts, [id]: account })}
      />
      {all.length > 1 && <BillPicks rows={all} off={off} onTurn={turn} />}
      <DialogFoot refusals={[refusal]} onClose={onClose}>
        <BusyButton
          busy={busy}
          doing="Pedindo…"
          disabled={!made.length || asked.length > 0}
          onClick={() => void close()}
        >
          {made.length ? `Fazer em ${count(made.length, billText)}` : 'Nada a fazer'}
        </BusyButton>
      </DialogFoot>
    </>
  )
}

/** A mail that waits for the bank may be sent without; one that went without what is made again is sent again with it. */
function isMailedAgain({ note, slip, mail }: ClosingRow, has: (step: ClosingStep) => boolean, hurry: boolean) {
  if (mail.state === 'andando') return hurry
  const isRemade = (has('note') && note.state === 'falhou') || (has('slip') && slip.state === 'falhou')
  return mail.state === 'feito' && isRemade
}

/** What was chosen of each company. */
type ChoicesByCompany = Readonly<Record<number, string>>
/** Companies of which something is still to be chosen. */
const choicesOf = (
  companies: readonly IssuingCompany[],
  chosen: ChoicesByCompany,
  isOpen: (company: IssuingCompany) => boolean,
) => companies.filter(company => isOpen(company) && !chosen[company.id])

interface WantedClosing {
  readonly month: string | null
  readonly bills: readonly string[]
  readonly wanted: readonly ClosingStep[]
  readonly hurry: boolean
  readonly services: ChoicesByCompany
  readonly accounts: ChoicesByCompany
}
/** Asks for the chosen steps of the chosen bills. */
function useClosingRequest() {
  const { busy, refusal, run } = useSendingActs()
  const { send } = useCall(closeBilling)
  const request = ({ month, bills, wanted, hurry, services, accounts }: WantedClosing) =>
    run(() =>
      send(
        {
          body: {
            month,
            bills: [...bills],
            note: wanted.includes('note'),
            slip: wanted.includes('slip'),
            mail: wanted.includes('mail'),
            hurry,
            services: Object.entries(services).map(([company, code]) => ({ company: Number(company), code })),
            accounts: Object.entries(accounts).map(([company, account]) => ({
              company: Number(company),
              account: Number(account),
            })),
          },
        },
        { quiet: true, timeout: 60_000 },
      ),
    )
  return { busy, refusal, request }
}
