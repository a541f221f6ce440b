import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { formats } from '#kernel/format.ts'
import { count } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { Tags } from '#features/clients/clients/Tags.tsx'
import { linesOf, type FormLine } from '#parts/line/line.ts'
import { PersonName } from '#parts/person/PersonName.tsx'
import { nameOfRef, Show } from '#web/kinds/Show.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'

/** Shows what distinguishes a client at a glance: CNPJ, city, plan, company. */
export function ClientFacts({ row }: { readonly row: FormLine }) {
  const document = typeof row.document === 'string' ? row.document : ''
  const shown = formats.document.show(document)
  const city = linesOf(row.addresses)
    .map(address => nameOfRef(address.city))
    .find(name => name !== '')
  const company = nameOfRef(row.empresa_responsavel)
  const plan = nameOfRef(row.plan)
  return (
    <>
      {nameOfRef(row.status) && <Show field={clients.fields.status} value={row.status} />}
      {row.have_pendencies === true && <StatusChip tone="atencao">Com pendências</StatusChip>}
      {typeof row.remaining_days === 'number' && <Contract days={row.remaining_days} />}
      {document && (
        <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
          {document.length === 14 ? 'CNPJ' : 'CPF'} <span className="id">{shown}</span>
          <CopyButton value={shown}>
            {({ copied, copy }) => (
              <ActionIcon size={24} aria-label={copied ? 'Copiado' : 'Copiar o documento'} onClick={copy}>
                {copied ? <IconCheck size={14} stroke={1.75} /> : <IconCopy size={14} stroke={1.5} />}
              </ActionIcon>
            )}
          </CopyButton>
        </span>
      )}
      {city && <span>{city}</span>}
      {plan && <span>Plano {plan}</span>}
      {company && <span>Atendido por {company}</span>}
      {nameOfRef(row.responsible) && (
        <span>
          Responsável: <PersonName person={row.responsible} inline />
        </span>
      )}
      <Tags value={row.tags} />
    </>
  )
}

/** Shows the contract's end from 30 days before it, and after it has passed. */
function Contract({ days }: { readonly days: number }) {
  if (days > 30) return null
  const said = count(Math.abs(days), { one: 'dia', many: 'dias', gender: 'm' })
  if (days < 0) return <StatusChip tone="erro">{`Contrato vencido há ${said}`}</StatusChip>
  return <StatusChip tone="atencao">{days === 0 ? 'Contrato vence hoje' : `Contrato vence em ${said}`}</StatusChip>
}
