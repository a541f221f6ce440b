import { Checkbox, Select, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { grouped } from '#kernel/grouped.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import type { ClosingRow, IssuingCompany } from '#features/billing/bills/closing/schema.ts'
import { isToDo, type ClosingStep } from '#features/billing/bills/closing/steps.ts'

const noteText = { one: 'nota', many: 'notas', gender: 'f' } as const
const clientText = { one: 'cliente', many: 'clientes', gender: 'm' } as const
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

interface StepLookProps {
  readonly step: ClosingStep
  readonly rows: readonly ClosingRow[]
  readonly made: readonly ClosingRow[]
  readonly isOn: boolean
  readonly onTurn: (on: boolean) => void
}
/** One step: how much it makes for how many clients, and why it does not make the others. */
export function StepLook({ step, rows, made, isOn, onTurn }: StepLookProps) {
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

interface CompanyChoicesProps {
  readonly has: (step: ClosingStep) => boolean
  readonly companies: readonly IssuingCompany[]
  readonly made: readonly ClosingRow[]
  /** What was chosen, by the id of the company. */
  readonly services: Readonly<Record<number, string>>
  readonly accounts: Readonly<Record<number, string>>
  readonly onService: (company: number, code: string) => void
  readonly onAccount: (company: number, account: string) => void
}
/** Of which service the notes of a company are, where it has several, and into which account its boletos go, where the bills do not say. */
export const CompanyChoices = ({ has, companies, made, services, accounts, ...on }: CompanyChoicesProps) =>
  companies.map(({ id, name, services: offered, accounts: own }) => {
    const bills = made.filter(({ company }) => company?.id === id)
    const unplaced = bills.filter(row => row.unplaced).length
    const needsService = has('note') && offered.length > 1 && bills.some(({ note }) => isToDo(note.state))
    return (
      <div key={id}>
        {needsService && (
          <Select
            mt="sm"
            label={`Serviço das notas de ${name}`}
            placeholder="Escolha"
            data={offered.map(({ code, name: called }) => ({ value: code, label: `${code} · ${called}` }))}
            value={services[id] ?? null}
            onChange={code => code && on.onService(id, code)}
          />
        )}
        {has('slip') && unplaced > 0 && (
          <Select
            mt="sm"
            label={`Conta corrente dos boletos de ${name}`}
            description={`${count(unplaced, billText)} sem conta corrente`}
            placeholder="Escolha"
            data={own.map(({ id: account, name: called }) => ({ value: String(account), label: called }))}
            value={accounts[id] ?? null}
            onChange={account => account && on.onAccount(id, account)}
          />
        )}
      </div>
    )
  })

/** Bills drawn at first: of a large office all would hold the page. */
const firstPicks = 100
interface BillPicksProps {
  readonly rows: readonly ClosingRow[]
  /** What is left out, by its uuid. */
  readonly off: ReadonlySet<string>
  readonly onTurn: (off: ReadonlySet<string>) => void
}
/** Single bills may be left out of the act. */
export function BillPicks({ rows, off, onTurn }: BillPicksProps) {
  const [isOpen, open] = useState(false)
  const [search, find] = useState('')
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const found = rows.filter(({ client }) => plain(client.name).includes(plain(search)))
  const flip = (uuid: string) => {
    const next = new Set(off)
    if (!next.delete(uuid)) next.add(uuid)
    onTurn(next)
  }
  return (
    <details onToggle={event => open(event.currentTarget.open)}>
      <summary>
        {off.size
          ? `${count(rows.length - off.size, billText)} de ${rows.length}; ${off.size} fora`
          : 'Escolher contas'}
      </summary>
      {isOpen && (
        <>
          {rows.length > 10 && (
            <TextInput
              mt="xs"
              aria-label="Procurar cliente"
              placeholder="Procurar cliente"
              value={search}
              onChange={event => find(event.currentTarget.value)}
            />
          )}
          {found.slice(0, firstPicks).map(({ uuid, client, due, value }) => (
            <Checkbox
              key={uuid}
              mt="xs"
              label={client.name}
              description={`${showMoney(value)} · vence em ${showDate(due)}`}
              checked={!off.has(uuid)}
              onChange={() => flip(uuid)}
            />
          ))}
          {found.length > firstPicks && (
            <p className="meta">{`Mais ${found.length - firstPicks}: procure pelo nome do cliente.`}</p>
          )}
        </>
      )}
    </details>
  )
}
