import { Select } from '@mantine/core'
import { date, flag, longtext, money, percent } from '#kernel/field.ts'
import type { IssuerState } from '#features/billing/invoices/api.ts'
import { Input } from '#web/kinds/Input.tsx'
import styles from '#features/billing/invoices/invoices.module.css'

/** What is written of a note. */
export interface InvoiceWords {
  readonly value: number | null
  readonly description: string
  readonly service: string | null
  readonly competence: string | null
  readonly iss_percent: number | null
  readonly iss_retained: boolean
}

const fields = {
  value: money('Valor do serviço (R$)', { required: true, min: 0.01 }),
  competence: date('Competência', { required: true }),
  description: longtext('Descrição do serviço', {
    required: true,
    max: 2_000,
    hint: 'Vai impressa na nota; até 2.000 caracteres',
  }),
  iss_percent: percent('ISS (%)', { hint: 'Vazio, vale a alíquota da empresa' }),
  iss_retained: flag('ISS retido pelo tomador'),
}

interface Props {
  readonly words: InvoiceWords
  readonly issuer: IssuerState | undefined
  readonly onChange: (words: InvoiceWords) => void
  readonly errorOf: (name: string) => string | undefined
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : null)
const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

/** What a note says: the service, its value and its taxes. */
export function InvoiceFields({ words, issuer, onChange, errorOf }: Props) {
  const say = (more: Partial<InvoiceWords>) => onChange({ ...words, ...more })
  const services =
    issuer?.services.map(({ codigo, descricao }) => ({ value: codigo, label: `${codigo} · ${descricao}` })) ?? []
  return (
    <>
      <Select
        id="service"
        label="Serviço"
        placeholder={issuer ? 'Escolha' : 'Escolha antes a empresa'}
        data={services}
        value={words.service}
        error={errorOf('service')}
        disabled={!issuer}
        allowDeselect={false}
        onChange={service => say({ service })}
      />
      <div className={styles.pair}>
        <Input
          name="value"
          field={fields.value}
          value={words.value}
          errorOf={errorOf}
          onChange={value => say({ value: numberIn(value) })}
        />
        <Input
          name="competence"
          field={fields.competence}
          value={words.competence}
          errorOf={errorOf}
          onChange={value => say({ competence: textIn(value) || null })}
        />
      </div>
      <Input
        name="description"
        field={fields.description}
        value={words.description}
        errorOf={errorOf}
        onChange={value => say({ description: textIn(value) })}
      />
      <div className={styles.pair}>
        <Input
          name="iss_percent"
          field={fields.iss_percent}
          value={words.iss_percent}
          errorOf={errorOf}
          onChange={value => say({ iss_percent: numberIn(value) })}
        />
        <Input
          name="iss_retained"
          field={fields.iss_retained}
          value={words.iss_retained}
          onChange={value => say({ iss_retained: value === true })}
        />
      </div>
    </>
  )
}

/** Answers the body of the request; null while a required field is missing. */
export const invoiceBody = ({ value, description, service, competence, iss_percent, iss_retained }: InvoiceWords) =>
  value === null || !service || !competence
    ? null
    : { value, description, service, competence, iss_retained, ...(iss_percent !== null && { iss_percent }) }
