import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { formats } from '#kernel/format.ts'
import { linesOf, type Line } from '#features/collects/lines.ts'
import { nameOf } from '#web/kinds/Show.tsx'

/** What tells a client from another at a glance: CNPJ, city, plan, company. */
export function ClientFacts({ row }: { readonly row: Line }) {
  const document = typeof row.document === 'string' ? row.document : ''
  const shown = formats.document.show(document)
  const city = linesOf(row.addresses)
    .map(address => nameOf(address.city))
    .find(name => name !== '')
  const company = nameOf(row.empresa_responsavel)
  const plan = nameOf(row.plan)
  return (
    <>
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
    </>
  )
}
