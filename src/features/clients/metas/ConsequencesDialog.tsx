import { Button, Group, Text } from '@mantine/core'
import { count } from '#kernel/text.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { DefinitionPreview } from '#features/clients/metas/api.ts'
import type { CountedConsequence } from '#features/clients/metas/consequences.ts'
import { fates } from '#parts/custom-field/definition.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { List } from '#web/ui/List.tsx'

interface Props {
  readonly preview: DefinitionPreview
  readonly onClose: () => void
  readonly onSave: () => void
}

const record = { one: 'cadastro', many: 'cadastros', gender: 'm' } as const

/** What a new definition does with what was filled in under the one before. */
export function ConsequencesDialog({ preview: { consequences, clients: held }, onClose, onSave }: Props) {
  return (
    <Alert opened onClose={onClose} title="O que esta mudança faz">
      {consequences.length > 0 && (
        <List wrap>
          {consequences.map(each => (
            <li key={`${each.fate} ${each.label}`}>
              <ConsequenceText consequence={each} />
            </li>
          ))}
        </List>
      )}
      {held > 0 && (
        <Text mt="sm">
          {`${count(held, clients.text)} ${held === 1 ? 'tem' : 'têm'} esta particularidade e ${held === 1 ? 'fica' : 'ficam'} como está até que você a leve de novo, na aba Clientes.`}
        </Text>
      )}
      <Text mt="sm">Dá para voltar atrás: em Desfazer, logo depois, ou mais tarde no Histórico do cadastro.</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          Voltar à definição
        </Button>
        <Button color={consequences.length ? 'danger' : 'accent'} onClick={onSave}>
          Salvar assim mesmo
        </Button>
      </Group>
    </Alert>
  )
}

function ConsequenceText({
  consequence: { label, fate, example, rows },
}: {
  readonly consequence: CountedConsequence
}) {
  const shown = example.length > 60 ? `${example.slice(0, 60)}…` : example
  return (
    <div>
      <strong>{label}</strong>
      {`: o que foi preenchido em ${count(rows, record)} ${fates[fate]}. Como “${shown.replace(/^[0-9a-f-]{36}\//, '')}”.`}
    </div>
  )
}
