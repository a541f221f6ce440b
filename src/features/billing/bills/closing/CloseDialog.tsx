import { Checkbox, Modal, Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { grouped } from '#kernel/grouped.ts'
import { count } from '#kernel/text.ts'
import { closeBilling, readClosing, type ClosingBoard } from '#features/billing/bills/closing/api.ts'
import type { ClosingRow, IssuingCompany } from '#features/billing/bills/closing/schema.ts'
import { isToDo, type ClosingStep } from '#features/billing/bills/closing/steps.ts'
import { stepNames } from '#features/billing/bills/closing/useClosing.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { NoMail } from '#parts/outbox/NoMail.tsx'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { useAnswer, useCall } from '#web/call.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'

const clientText = { one: 'cliente', many: 'clientes', gender: 'm' } as const
const noteText = { one: 'nota', many: 'notas', gender: 'f' } as const
const billText = { one: 'conta', many: 'contas', gender: 'f' } as const
/** What each step is called in the look before it. */
const acts: Readonly<
  Record<ClosingStep, { readonly label: string; readonly text: { one: string; many: string; gender: 'f' | 'm' } }>
> = {
  note: { label: 'Emitir notas', text: noteText },
  slip: { label: 'Emitir boletos', text: { one: 'boleto', many: 'boletos', gender: 'm' } },
  mail: { label: 'Enviar ao cliente', text: billText },
}
/** Reasons listed of each step; the board has them all. */
const mostReasons = 6

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
    <Modal opened onClose={props.onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': 'Fechar' }}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <LookBefore board={data.data} {...props} />
      ) : (
        <Skeletons waiting={isPending} lines={6} height={32} />
      )}
    </Modal>
  )
}

interface LookProps extends Omit<ChosenProps, 'title' | 'bills'> {
  readonly board: ClosingBoard
}
function LookBefore({ board: { rows, companies }, steps, month, onClose, onDone }: LookProps) {
  const [wanted, want] = useState<readonly ClosingStep[]>(steps)
  const [hurry, setHurry] = useState(false)
  const [services, choose] = useState<Readonly<Record<number, string>>>({})
  const { busy, refusal, request } = useClosingRequest()
  const has = (step: ClosingStep) => wanted.includes(step)
  // A mail that waits for the bank may be sent without.
  const isMade = (row: ClosingRow, step: ClosingStep) =>
    isToDo(row[step].state) || (step === 'mail' && hurry && row.mail.state === 'andando')
  const made = rows.filter(row => wanted.some(step => isMade(row, step)))
  const unchosen = companies.filter(
    ({ id, services: offered }) =>
      has('note') &&
      offered.length > 1 &&
      !services[id] &&
      made.some(({ company, note }) => company?.id === id && isToDo(note.state)),
  )
  async function close() {
    const isDone = await request({ month: month ?? null, bills: made.map(({ uuid }) => uuid), wanted, hurry, services })
    if (!isDone) return
    onDone?.()
    onClose()
  }
  return (
    <>
      {has('mail') && <NoMail />}
      {stepNames.map(step => (
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
      {has('note') && (
        <ServiceChoices
          companies={companies}
          chosen={services}
          onChoose={(id, code) => choose({ ...services, [id]: code })}
        />
      )}
      <DialogFoot refusals={[refusal]} onClose={onClose}>
        <BusyButton
          busy={busy}
          doing="Pedindo…"
          disabled={!made.length || unchosen.length > 0}
          onClick={() => void close()}
        >
          {made.length ? `Fazer em ${count(made.length, billText)}` : 'Nada a fazer'}
        </BusyButton>
      </DialogFoot>
    </>
  )
}

interface WantedClosing {
  readonly month: string | null
  readonly bills: readonly string[]
  readonly wanted: readonly ClosingStep[]
  readonly hurry: boolean
  readonly services: Readonly<Record<number, string>>
}
/** Asks for the chosen steps of the chosen bills. */
function useClosingRequest() {
  const { busy, refusal, run } = useSendingActs()
  const { send } = useCall(closeBilling)
  const request = ({ month, bills, wanted, hurry, services }: WantedClosing) =>
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
          },
        },
        { quiet: true, timeout: 60_000 },
      ),
    )
  return { busy, refusal, request }
}

interface ServiceChoicesProps {
  readonly companies: readonly IssuingCompany[]
  readonly chosen: Readonly<Record<number, string>>
  readonly onChoose: (company: number, code: string) => void
}
/** Which service the notes are of, for each company that has several. */
const ServiceChoices = ({ companies, chosen, onChoose }: ServiceChoicesProps) =>
  companies
    .filter(({ services }) => services.length > 1)
    .map(({ id, name, services }) => (
      <Select
        key={id}
        mt="sm"
        label={`Serviço das notas de ${name}`}
        placeholder="Escolha"
        data={services.map(({ code, name: called }) => ({ value: code, label: `${code} · ${called}` }))}
        value={chosen[id] ?? null}
        onChange={code => code && onChoose(id, code)}
      />
    ))

interface StepLookProps {
  readonly step: ClosingStep
  readonly rows: readonly ClosingRow[]
  readonly made: readonly ClosingRow[]
  readonly isOn: boolean
  readonly onTurn: (on: boolean) => void
}
/** One step: how much it makes for how many clients, and why it does not make the others. */
function StepLook({ step, rows, made, isOn, onTurn }: StepLookProps) {
  const { label, text } = acts[step]
  const clients = new Set(made.map(({ client }) => client.id)).size
  const there = rows.filter(row => row[step].state === 'feito' || row[step].state === 'andando').length
  const hindered = [
    ...grouped(
      rows.filter(row => row[step].state === 'nao-da'),
      row => row[step].text,
    ),
  ]
  const said = [
    `${count(made.length, text)}, ${count(clients, clientText)}`,
    ...(there ? [`${there} já ${there === 1 ? 'está feita ou em andamento' : 'estão feitas ou em andamento'}`] : []),
  ]
  return (
    <section>
      <Checkbox
        mt="sm"
        label={label}
        description={said.join('; ')}
        checked={isOn}
        onChange={event => onTurn(event.currentTarget.checked)}
      />
      {isOn && step === 'note' && <NoteValues rows={made} />}
      {isOn && hindered.length > 0 && (
        <ul className="points">
          {hindered.slice(0, mostReasons).map(([why, of]) => (
            <li key={why}>
              {`${count(of.length, billText)} de fora: ${why} `}
              {of[0]?.[step].path && (
                <Link to={of[0][step].path}>{of.length === 1 ? 'Acertar' : 'Acertar a primeira'}</Link>
              )}
            </li>
          ))}
          {hindered.length > mostReasons && <li>{`e mais ${hindered.length - mostReasons} motivos, no quadro`}</li>}
        </ul>
      )}
    </section>
  )
}

/** Notes that are not of their bill's whole value, and why. */
function NoteValues({ rows }: { readonly rows: readonly ClosingRow[] }) {
  const partial = rows.filter(({ note }) => note.state === 'a-fazer' && note.text)
  if (!partial.length) return null
  return (
    <ul className="points">
      {partial.slice(0, mostReasons).map(({ uuid, client, note }) => (
        <li key={uuid}>{rows.length === 1 ? note.text : `${client.name}: ${note.text}`}</li>
      ))}
      {partial.length > mostReasons && (
        <li>{`e mais ${count(partial.length - mostReasons, noteText)} de valor diferente do da conta`}</li>
      )}
    </ul>
  )
}
